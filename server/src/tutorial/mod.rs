//! The tutorial of a game: its rules with drawn figures, and the lessons of a first game.
//!
//! A tutorial is read from the fragment `static/kinds/<kind>.html`. The fragment is well-formed XML: a
//! `<div data-designer="…">` with an `<article>`, which is the rules, and an `<ol>`, whose items are the lessons. A
//! `<figure>` of the rules has a `data-position`, perhaps `data-steps` (which may run over several turns), and a
//! `<figcaption>` that says the same in words. A lesson has a `data-position`, a `data-goal` (see [`Goal`](goal::Goal))
//! and a `data-solution`, which is one turn. Both may show only the part of the board between two cells, `data-from` and
//! `data-to`.

mod crop;
mod goal;
mod lesson;
mod scene;
#[cfg(test)]
mod tests;

use roxmltree::{Document, Node, ParsingOptions};
use thicket_rules::GameKind;

pub use lesson::Lesson;
pub use scene::{Figure, Scene};

use crate::http::assets;

#[derive(Debug)]
pub struct Tutorial {
    pub designer: String,
    pub contents: Vec<Heading>,
    /// The rules as HTML, with an empty place for the boards of each figure.
    pub rules: String,
    pub figures: Vec<Figure>,
    pub lessons: Vec<Lesson>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub id: String,
    pub text: String,
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableTutorial(String);

/// The fragment of a game, if there is one.
pub fn fragment(kind: GameKind) -> Option<String> {
    assets::text(&format!("kinds/{kind}.html"))
}

impl Tutorial {
    /// Reads a fragment. It plays through all figures, so the result should be cached.
    pub fn read(kind: GameKind, text: &str) -> Result<Tutorial, UnreadableTutorial> {
        let document = Document::parse_with_options(text, ParsingOptions::default())
            .map_err(|error| UnreadableTutorial(error.to_string()))?;
        let root = document.root_element();
        let part = |tag: &str| {
            let found = root.children().find(|node| node.has_tag_name(tag));
            found.ok_or_else(|| wrong(root, &format!("there is no <{tag}>")))
        };
        let (article, list) = (part("article")?, part("ol")?);
        let places = elements(article, "figure");
        let figures = places.clone().map(|node| Figure::read(kind, node));
        let figures = figures.collect::<Result<Vec<Figure>, _>>()?;
        let lessons = elements(list, "li").filter(|item| item.parent() == Some(list));
        Ok(Tutorial {
            designer: attribute(root, "data-designer")?.to_owned(),
            contents: elements(article, "h2").map(heading).collect::<Result<_, _>>()?,
            rules: with_boards(article, &places.zip(&figures).collect::<Vec<_>>()),
            figures,
            lessons: lessons
                .map(|node| Lesson::read(kind, node))
                .collect::<Result<_, _>>()?,
        })
    }
}

fn elements<'a, 'i: 'a>(node: Node<'a, 'i>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'i>> + Clone {
    node.descendants().filter(move |node| node.has_tag_name(tag))
}

fn heading(node: Node) -> Result<Heading, UnreadableTutorial> {
    let words = node
        .descendants()
        .filter_map(|node| node.text().filter(|_| node.is_text()));
    Ok(Heading {
        id: attribute(node, "id")?.to_owned(),
        text: words.collect(),
    })
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, UnreadableTutorial> {
    node.attribute(name)
        .ok_or_else(|| wrong(node, &format!("there is no {name}")))
}

fn wrong(node: Node, what: &str) -> UnreadableTutorial {
    let line = node.document().text_pos_at(node.range().start).row;
    UnreadableTutorial(format!("<{}> in line {line}: {what}", node.tag_name().name()))
}

fn inside<'a>(node: Node<'a, '_>) -> &'a str {
    let text = node.document().input_text();
    match (node.first_child(), node.last_child()) {
        (Some(first), Some(last)) => &text[first.range().start..last.range().end],
        _ => "",
    }
}

/// The text of an element, with the place of the boards at the head of each figure.
fn with_boards(article: Node, figures: &[(Node, &Figure)]) -> String {
    let text = inside(article);
    let begin = article.first_child().map_or(0, |first| first.range().start);
    let mut html = String::with_capacity(text.len() + 300 * figures.len());
    let mut done = 0;
    for (number, (node, figure)) in figures.iter().enumerate() {
        let Some(first) = node.first_child() else { continue };
        let here = first.range().start - begin;
        html.push_str(&text[done..here]);
        html.push_str(&figure.place(number));
        done = here;
    }
    html.push_str(&text[done..]);
    html
}
