//! What a page says and offers to those who have no scripts, for snapshots: its text, where links lead, and what forms ask for.

/// Elements that begin a line.
const BLOCKS: &str = "dd details div dl dt fieldset figure form h1 h2 h3 label legend li nav ol option p section select summary \
                      table td th tr ul";
/// Elements that have no end.
const EMPTY: &str = "br hr img input link meta path use";
/// Elements whose text nobody reads without scripts.
const SILENT: &str = "dialog script style svg template";

/// The main part of a page, a line for each piece of text.
pub(crate) fn outline(page: &str) -> String {
    let (_, main) = page.split_once("<main").expect("a main part");
    let (_, mut rest) = main.split_once('>').expect("a whole tag");
    let mut outline = Outline::default();
    while let Some((text, tag)) = rest.split_once('<') {
        outline.text(text);
        let (tag, after) = tag.split_once('>').expect("a whole tag");
        match tag.strip_prefix('/') {
            Some("main") => break,
            Some(name) => outline.close(name),
            None => outline.open(tag),
        }
        rest = after;
    }
    outline.end_line();
    outline.lines.join("\n")
}

#[derive(Default)]
struct Outline {
    lines: Vec<String>,
    line: String,
    /// The elements that are open: their names, whether they are shown, and where they lead.
    open: Vec<(String, bool, String)>,
}

impl Outline {
    fn is_shown(&self) -> bool {
        self.open.last().is_none_or(|(_, shown, _)| *shown)
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.trim().is_empty() {
            self.lines.push(line.trim().to_owned());
        }
    }

    fn text(&mut self, text: &str) {
        if !self.is_shown() {
            return;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let (before, after) = (
            text.starts_with(char::is_whitespace),
            text.ends_with(char::is_whitespace),
        );
        if before && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
        self.line.push_str(&plain(&words.join(" ")));
        if after && !words.is_empty() {
            self.line.push(' ');
        }
    }

    fn open(&mut self, tag: &str) {
        let name = tag.split_whitespace().next().unwrap_or_default();
        let classes = attribute(tag, "class").unwrap_or_default();
        let unseen = has(SILENT, name) || is_set(tag, "hidden") || has(&classes, "needs-script");
        let shown = self.is_shown() && !unseen;
        if has(BLOCKS, name) {
            self.end_line();
        }
        if shown {
            self.line.push_str(&beginning(name, tag));
        }
        if !has(EMPTY, name) {
            let href = attribute(tag, "href").unwrap_or_default();
            self.open.push((name.to_owned(), shown, href));
        }
    }

    fn close(&mut self, name: &str) {
        while let Some((closed, shown, href)) = self.open.pop() {
            match closed.as_str() {
                "a" if shown => self.line.push_str(&format!("]({href})")),
                "button" if shown => self.line.push(']'),
                _ => (),
            }
            if has(BLOCKS, &closed) {
                self.end_line();
            }
            if closed == name {
                break;
            }
        }
    }
}

/// What stands where an element begins.
fn beginning(name: &str, tag: &str) -> String {
    let value = |of: &str| attribute(tag, of).unwrap_or_default();
    let mark = if is_set(tag, "checked") || is_set(tag, "selected") {
        "(x) "
    } else {
        "( ) "
    };
    match name {
        "h1" | "h2" | "h3" => "#".repeat(name[1..].parse().expect("a digit")) + " ",
        "li" => "- ".to_owned(),
        "a" | "button" => "[".to_owned(),
        "option" => mark.to_owned(),
        "form" => format!("{} {} ", value("method"), value("action")),
        "img" => format!("![{}]", value("alt")),
        "input" => match value("type").as_str() {
            "radio" | "checkbox" => format!("{mark}{}={} ", value("name"), value("value")),
            kind => format!("{kind} {}={} ", value("name"), value("value"))
                .trim_start()
                .to_owned(),
        },
        _ => String::new(),
    }
}

fn has(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|known| known == name)
}

fn is_set(tag: &str, attribute: &str) -> bool {
    tag.split_whitespace().any(|word| word == attribute)
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(plain(rest.split_once('"')?.0))
}

/// Text without character references.
fn plain(text: &str) -> String {
    let marks = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
    ];
    marks.iter().fold(text.to_owned(), |text, (reference, mark)| {
        text.replace(reference, mark)
    })
}
