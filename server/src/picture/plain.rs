//! A picture whose styles are attributes of what they are about: for a renderer that knows no custom properties, no nested rules
//! and no styles inside of what is used elsewhere.
//!
//! It is made from the picture that pages show, so that both look alike. The renderer is `resvg`. Its `simplecss` matches selectors
//! here, too, but resolves no custom properties.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use simplecss::{AttributeOperator, Declaration, Element, PseudoClass, StyleSheet};

use super::flat::flat;

/// The properties that are attributes, too, and are used by the pictures.
const ATTRIBUTES: [&str; 17] = [
    "color",
    "display",
    "fill",
    "fill-opacity",
    "fill-rule",
    "opacity",
    "paint-order",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "visibility",
];

type Properties<'a> = BTreeMap<&'a str, String>;

/// Makes a picture plain.
pub(super) fn plain(svg: &str) -> Result<String, roxmltree::Error> {
    let document = Document::parse(svg)?;
    let style = |node: &Node| node.has_tag_name((SVG, "style"));
    let css = document.descendants().find(style).and_then(|node| node.text());
    let css = flat(css.unwrap_or_default());
    let mut writer = Writer {
        document: &document,
        sheet: StyleSheet::parse(&css),
        svg: String::new(),
    };
    writer.element(document.root_element(), &Properties::new());
    Ok(writer.svg)
}

const SVG: &str = "http://www.w3.org/2000/svg";

struct Writer<'a, 'i> {
    document: &'a Document<'i>,
    sheet: StyleSheet<'a>,
    svg: String,
}

impl<'a> Writer<'a, '_> {
    /// Writes an element, and all in it, with the custom properties of what it stands in.
    fn element(&mut self, node: Node<'a, '_>, outer: &Properties<'a>) {
        let (custom, styles) = self.styles(node, outer);
        let hidden = styles.get("display").is_some_and(|display| display == "none");
        match node.tag_name().name() {
            _ if hidden => {}
            "style" => {}
            "svg" => self.root(node, &custom),
            "use" => match self.drawing_of(node) {
                Some(drawing) => self.used(drawing, &custom, &styles),
                None => self.written(node, &custom, &styles),
            },
            _ => self.written(node, &custom, &styles),
        }
    }

    fn root(&mut self, node: Node<'a, '_>, custom: &Properties<'a>) {
        self.svg = tag(node, &Properties::new()).replacen("<svg", &format!("<svg xmlns=\"{SVG}\""), 1) + ">";
        self.children(node, custom);
        self.svg += "</svg>";
    }

    fn written(&mut self, node: Node<'a, '_>, custom: &Properties<'a>, styles: &Properties) {
        self.svg += &tag(node, styles);
        self.svg.push('>');
        self.children(node, custom);
        self.svg += &format!("</{}>", node.tag_name().name());
    }

    /// Writes what a drawing has where it is used. All are drawn around the middle, so that nothing has to be moved or stretched.
    fn used(&mut self, drawing: Node<'a, '_>, custom: &Properties<'a>, styles: &Properties) {
        let (custom, _) = self.styles(drawing, custom);
        self.svg += &format!("<g{}>", written(styles));
        self.children(drawing, &custom);
        self.svg += "</g>";
    }

    fn children(&mut self, node: Node<'a, '_>, custom: &Properties<'a>) {
        for child in node.children().filter(Node::is_element) {
            self.element(child, custom);
        }
    }

    /// The picture of a piece or a mark, which is used without a place of its own. What has one stays a use: it is written once.
    fn drawing_of(&self, node: Node) -> Option<Node<'a, 'a>> {
        let id = node.attribute("href")?.strip_prefix('#')?;
        if node.has_attribute("x") {
            return None;
        }
        let mut groups = self
            .document
            .descendants()
            .filter(|node| node.has_tag_name((SVG, "g")));
        groups.find(|group| group.attribute("id") == Some(id))
    }

    /// The custom properties that hold for an element, and its other properties.
    fn styles(&self, node: Node, outer: &Properties<'a>) -> (Properties<'a>, Properties<'a>) {
        let element = Styled(node);
        let rules = self
            .sheet
            .rules
            .iter()
            .filter(|rule| rule.selector.matches(&element));
        let declarations = rules.flat_map(|rule| &rule.declarations);
        let (custom, others): (Vec<&Declaration<'a>>, Vec<&Declaration<'a>>) =
            declarations.partition(|one| one.name.starts_with("x--"));
        let mut known = outer.clone();
        for one in custom {
            known.insert(one.name, substituted(one.value, &known));
        }
        let others = others.iter().filter(|one| ATTRIBUTES.contains(&one.name));
        let styles = others.map(|one| (one.name, attribute(one.name, &substituted(one.value, &known))));
        (known.clone(), styles.collect())
    }
}

/// A value with what its variables stand for.
fn substituted(value: &str, known: &Properties) -> String {
    let Some((before, rest)) = value.split_once("var(") else {
        return value.to_owned();
    };
    let (name, after) = rest.split_once(')').unwrap_or((rest, ""));
    let meant = known.get(name.trim()).map_or("none", String::as_str);
    format!("{before}{meant}{}", substituted(after, known))
}

fn attribute(name: &str, value: &str) -> String {
    match name {
        "transform" => value.replace("translateY(", "translate(0 ").replace("px", ""),
        _ => value.to_owned(),
    }
}

/// The beginning of an element's tag. A style is preferred to an attribute.
fn tag(node: Node, styles: &Properties) -> String {
    let kept = node.attributes().filter(|attribute| {
        let name = attribute.name();
        name != "class" && !name.starts_with("data-") && !styles.contains_key(name)
    });
    let kept: String = kept
        .map(|attribute| pair(attribute.name(), attribute.value()))
        .collect();
    format!("<{}{kept}{}", node.tag_name().name(), written(styles))
}

fn written(styles: &Properties) -> String {
    styles.iter().map(|(name, value)| pair(name, value)).collect()
}

fn pair(name: &str, value: &str) -> String {
    let value = value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    format!(" {name}=\"{value}\"")
}

/// An element as selectors look at it.
struct Styled<'a, 'i>(Node<'a, 'i>);

impl Element for Styled<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Styled)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Styled)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0
            .attribute(name)
            .is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, _: PseudoClass<'_>) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn styles_become_attributes_with_what_their_variables_stand_for() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><style>\
            :root { --a: #111; } .seat { --fill: #999; } .seat.red { --fill: var(--a) }\
            .body { fill: var(--fill); stroke: var(--none) } .gone { display: none }\
            .mark { transform: translateY(-0.02px) scale(2) }</style>\
            <defs><g id=\"s\"><rect class=\"body\" fill=\"blue\"/></g></defs><path class=\"plank\"/>\
            <g class=\"seat red\"><use class=\"mark\" href=\"#s\"/></g><g class=\"gone\"/></svg>";
        let svg = plain(svg).unwrap();
        let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\">";
        let drawing = "<defs><g id=\"s\"><rect fill=\"none\" stroke=\"none\"></rect></g></defs>";
        let piece = "<g><g transform=\"translate(0 -0.02) scale(2)\"><rect fill=\"#111\" stroke=\"none\"></rect></g></g>";
        assert_eq!(svg, format!("{root}{drawing}<path></path>{piece}</svg>"));
    }
}
