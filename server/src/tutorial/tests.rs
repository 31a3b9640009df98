#![allow(clippy::panic)]

use std::collections::BTreeSet;
use std::error::Error;
use std::io;
use std::path::Path;

use super::*;
use crate::protocol::{ChangeView, ClicksView};

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

/// The elements of a fragment: none that acts, none that loads anything, none that a browser reads differently from us.
const TAGS: &[&str] = &[
    "div",
    "article",
    "h2",
    "h3",
    "p",
    "ul",
    "ol",
    "li",
    "figure",
    "figcaption",
    "b",
    "i",
    "em",
    "strong",
    "a",
    "code",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];
const ATTRIBUTES: &[&str] = &[
    "data-designer",
    "data-position",
    "data-steps",
    "data-from",
    "data-to",
    "data-goal",
    "data-solution",
    "data-when",
    "id",
    "href",
    "scope",
];

fn tutorials() -> TestResult<Vec<(GameKind, Tutorial)>> {
    let read = |&kind: &GameKind| {
        let text = fragment(kind).ok_or_else(|| format!("no page of {kind}"))?;
        let read = Tutorial::read(kind, &text).map_err(|error| format!("{kind}: {error}"))?;
        Ok((kind, read))
    };
    GameKind::ALL.iter().map(read).collect()
}

#[test]
fn every_game_has_a_page_and_every_page_a_game() -> TestResult {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/kinds");
    let names = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().display().to_string()));
    let mut pages: BTreeSet<String> = names.collect::<io::Result<_>>()?;
    pages.retain(|name| name.ends_with(".html"));
    let kinds: BTreeSet<String> = GameKind::ALL.iter().map(|kind| format!("{kind}.html")).collect();
    assert_eq!(pages, kinds);
    Ok(())
}

#[test]
fn pages_are_complete() -> TestResult {
    for (kind, tutorial) in tutorials()? {
        assert!(!tutorial.designer.is_empty(), "{kind}");
        assert!(!tutorial.figures.is_empty(), "{kind}");
        assert!(!tutorial.lessons.is_empty(), "{kind}");
        let ids: BTreeSet<&String> = tutorial.contents.iter().map(|heading| &heading.id).collect();
        assert_eq!(
            ids.len(),
            tutorial.contents.len(),
            "{kind}: two headings share an id"
        );
        assert!(
            assets::text(&format!("kinds/{kind}.hint.txt")).is_some_and(|hint| hint.trim().len() > 20),
            "{kind}"
        );
        let places = tutorial.rules.matches("data-figure=").count();
        assert_eq!(places, tutorial.figures.len(), "{kind}");
    }
    Ok(())
}

#[test]
fn pages_are_plain() -> TestResult {
    for kind in GameKind::ALL {
        let text = fragment(*kind).ok_or("a page")?;
        let document = Document::parse(&text)?;
        for node in document.descendants().filter(Node::is_element) {
            check_element(node);
        }
        for figure in document.descendants().filter(|node| node.has_tag_name("figure")) {
            assert!(
                figure.children().any(|child| child.has_tag_name("figcaption")),
                "{}",
                wrong(figure, "no caption")
            );
        }
    }
    Ok(())
}

fn check_element(node: Node) {
    let tag = node.tag_name().name();
    assert!(TAGS.contains(&tag), "{}", wrong(node, "this element is not used"));
    assert!(
        node.first_child().is_some(),
        "{}",
        wrong(node, "browsers do not close an empty element")
    );
    for attribute in node.attributes() {
        let known = ATTRIBUTES.contains(&attribute.name());
        assert!(
            known,
            "{}",
            wrong(node, &format!("{} is not used", attribute.name()))
        );
    }
    // The scripts and styles of the page know ids too.
    let id = node.attribute("id").unwrap_or("rule-");
    assert!(
        id.starts_with("rule-"),
        "{}",
        wrong(node, "an id begins with rule-")
    );
    if let Some(address) = node.attribute("href") {
        let inside = address.strip_prefix('#').is_none_or(|id| {
            node.document()
                .descendants()
                .any(|node| node.attribute("id") == Some(id))
        });
        assert!(
            address.starts_with(['#', '/']) && inside,
            "{}",
            wrong(node, "leads nowhere")
        );
    }
}

#[test]
fn figures_show_all_that_happens() -> TestResult {
    for (kind, tutorial) in tutorials()? {
        for (number, figure) in tutorial.figures.iter().enumerate() {
            let view = figure.view();
            assert_eq!(view.plies.len(), figure.plies.len());
            for (shown, whole) in view.plies.iter().zip(&figure.plies) {
                assert_eq!(
                    shown.changes.len(),
                    whole.changes.len(),
                    "{kind}, figure {number}: {}",
                    whole.text
                );
            }
            let owned = |pieces: &[(u16, crate::protocol::PieceView)]| {
                pieces.iter().filter(|(_, piece)| piece.seat.is_some()).count()
            };
            let whole = crate::protocol::DiagramView::from(figure.scene.game.diagram());
            assert_eq!(
                owned(&view.start.pieces),
                owned(&whole.pieces),
                "{kind}, figure {number}: pieces are cut off"
            );
        }
    }
    Ok(())
}

#[test]
fn lessons_are_solved_by_their_solutions_and_by_nothing_less() -> TestResult {
    for (kind, tutorial) in tutorials()? {
        for (number, lesson) in tutorial.lessons.iter().enumerate() {
            let at = format!("{kind}, lesson {number}");
            let tried = lesson.attempt(&lesson.solution);
            let tried = tried.map_err(|refusal| format!("{at}: {}", refusal.sentence))?;
            assert!(tried.preview.complete && tried.reached, "{at}");
            let whole = preview_of(lesson)?;
            assert_eq!(
                tried.preview.changes.len(),
                whole,
                "{at}: a part of the solution is not shown"
            );
            for length in 0..lesson.solution.len() {
                let tried = lesson.attempt(&lesson.solution[..length])?;
                assert!(!tried.preview.complete && !tried.reached, "{at}");
                follow(&tried.preview.clicks, &lesson.solution[length], &at);
            }
            for part in ["wrong", "solved"] {
                assert!(
                    lesson.words.contains(&format!("data-when=\"{part}\"")),
                    "{at}: nothing for {part}"
                );
            }
        }
    }
    Ok(())
}

fn preview_of(lesson: &Lesson) -> TestResult<usize> {
    let game = lesson.scene.game.clone();
    let preview = crate::protocol::preview(game.as_ref(), &lesson.solution)?;
    Ok(preview.changes.len())
}

/// Each step of the solution can be touched on the part of the board that is shown.
fn follow(clicks: &ClicksView, step: &str, at: &str) {
    fn steps(tree: &ClicksView) -> Vec<String> {
        match tree {
            ClicksView::Step(step) => vec![step.clone()],
            ClicksView::Next(next) => next.values().flat_map(steps).collect(),
        }
    }
    assert!(
        steps(clicks).iter().any(|found| found == step),
        "{at}: {step} cannot be touched"
    );
}

#[test]
fn most_first_steps_do_not_solve_a_lesson() -> TestResult {
    for (kind, tutorial) in tutorials()? {
        for (number, lesson) in tutorial.lessons.iter().enumerate().skip(1) {
            let legal = lesson.scene.game.legal();
            let mut solving = 0;
            for step in &legal {
                solving += usize::from(lesson.attempt(&[step.to_string()])?.reached);
            }
            assert!(solving * 4 < legal.len(), "{kind}, lesson {number} solves itself");
        }
    }
    Ok(())
}

const SMALL: &str = r#"<div data-designer="Ann"><article><h2 id="a">A <b>b</b></h2><figure data-position="POSITION"
 data-steps="STEPS" data-from="FROM" data-to="e5"><figcaption>c</figcaption></figure><p>d</p></article>
 <ol><li data-position="POSITION" data-goal="GOAL" data-solution="c3"><p>e</p></li></ol></div>"#;

fn small(steps: &str, from: &str, goal: &str) -> TestResult<Tutorial> {
    let kind = GameKind::ALL[0];
    let position = kind.start(2, "")?.position_text();
    let text = SMALL.replace("POSITION", &position).replace("STEPS", steps);
    let text = text.replace("FROM", from).replace("GOAL", goal);
    Ok(Tutorial::read(kind, &text)?)
}

#[test]
fn a_small_fragment_is_read() -> TestResult {
    let tutorial = small("c3,pass,d4", "b2", "put:c3 step:c3")?;
    let heading = Heading {
        id: "a".to_owned(),
        text: "A b".to_owned(),
    };
    assert_eq!(tutorial.contents, [heading]);
    let texts: Vec<&str> = tutorial.figures[0]
        .plies
        .iter()
        .map(|ply| ply.text.as_str())
        .collect();
    assert_eq!(texts, ["c3", "pass", "d4"]);
    assert!(
        tutorial.rules.starts_with("<h2 id=\"a\">") && tutorial.rules.ends_with("<p>d</p>"),
        "{}",
        tutorial.rules
    );
    let [before, after] = [
        tutorial.rules.find("data-figure"),
        tutorial.rules.find("<figcaption>"),
    ];
    assert!(before.ok_or("a figure")? < after.ok_or("a caption")?);
    assert!(tutorial.lessons[0].attempt(&["c3".to_owned()])?.reached);
    assert!(!tutorial.lessons[0].attempt(&["c4".to_owned()])?.reached);
    Ok(())
}

#[test]
fn a_part_of_a_board_is_a_board() -> TestResult {
    let view = small("c3", "b2", "put")?.figures[0].view();
    let layout = &view.kind.layout;
    assert_eq!((layout.width, layout.height, layout.cells.len()), (6.0, 6.0, 16));
    let first = &layout.cells[0];
    assert_eq!((first.name.as_str(), first.x, first.y), ("b2", 1.5, 4.5));
    assert_eq!(layout.labels.len(), 16);
    assert!(
        layout.labels.contains(&(1.5, 5.5, "b".to_owned()))
            && layout.labels.contains(&(5.5, 4.5, "2".to_owned()))
    );
    let cells: Vec<u16> = view.plies[0]
        .changes
        .iter()
        .map(|change| match change {
            ChangeView::Put { cell, .. } => *cell,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(layout.cells[usize::from(cells[0])].name, "c3");
    Ok(())
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (steps, from, goal, told) in [
        ("c3,c3", "b2", "put", "c3"),
        ("z9", "b2", "put", "Not a step"),
        ("c3", "z9", "put", "no cells"),
        ("c3", "b2", "taken:z9", "data-goal"),
        ("c3", "b2", "won", "data-goal"),
        ("c3", "b2", "step:", "data-goal"),
        ("c3", "b2", "", "data-goal"),
    ] {
        let error = small(steps, from, goal).err().map(|error| error.to_string());
        assert!(
            error
                .as_ref()
                .is_some_and(|error| error.contains(told) && error.contains("in line")),
            "{error:?}"
        );
    }
    for text in ["", "<div/>", "<p>", "<div><article/><ol/></div>"] {
        assert!(Tutorial::read(GameKind::ALL[0], text).is_err(), "{text}");
    }
}
