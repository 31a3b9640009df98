//! Scripts and style sheets without comments and most of their white space, which are a third of what was written.
//!
//! Private names of classes are made short. All other names stay as they are, and so do strings and templates. Where a regular
//! expression begins, only a parser knows. None is needed: ESLint (`web/eslint.config.js`) keeps out of regular expressions all
//! that means something here. Parsers that were looked at are in ADR 9.

use std::collections::HashMap;

/// A script without comments and white space. Ends of lines stay where they may end a statement.
pub(super) fn script(text: &str) -> String {
    let mut small = String::with_capacity(text.len());
    let mut names = PrivateNames::default();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let (space, after) = rest.split_at(script_space(rest));
        rest = after;
        if !space.is_empty() {
            small.push_str(needed(space, small.chars().last(), rest.chars().next()));
            continue;
        }
        let length = match next {
            '"' | '\'' => string(rest, next),
            '`' => template(rest),
            '#' => private_name(rest),
            _ => next.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        match next {
            '#' if length > 1 => small.push_str(names.short(token)),
            '`' => names.add_template(token, &mut small),
            _ => small.push_str(token),
        }
        rest = after;
    }
    small
}

/// Short names for private ones, which nothing outside of their class knows.
#[derive(Default)]
struct PrivateNames<'a>(HashMap<&'a str, String>);

impl<'a> PrivateNames<'a> {
    /// The short name for a private one, both with their `#`.
    fn short(&mut self, name: &'a str) -> &str {
        let number = self.0.len();
        self.0
            .entry(name)
            .or_insert_with(|| format!("#{}", letters(number)))
    }

    /// Adds a template to a script, with short names after `this.`.
    fn add_template(&mut self, template: &'a str, script: &mut String) {
        let mut rest = template;
        while let Some(at) = rest.find("this.#") {
            let (before, name) = rest.split_at(at + "this.".len());
            let (name, after) = name.split_at(private_name(name));
            script.push_str(before);
            script.push_str(self.short(name));
            rest = after;
        }
        script.push_str(rest);
    }
}

/// A number in letters: a to z, then aa, ab and so on.
fn letters(number: usize) -> String {
    const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyz";
    let last = &ALPHABET[number % ALPHABET.len()..][..1];
    match number / ALPHABET.len() {
        0 => last.to_owned(),
        before => letters(before - 1) + last,
    }
}

/// The length of the private name that a text begins with, with its `#`.
fn private_name(text: &str) -> usize {
    let end = text[1..].find(|c: char| !c.is_ascii_alphanumeric() && !"_$".contains(c));
    end.map_or(text.len(), |end| end + 1)
}

/// The length of the white space and the comments that a script begins with.
fn script_space(text: &str) -> usize {
    let mut rest = text;
    loop {
        let before = rest.len();
        rest = &rest[space(rest)..];
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        }
        if rest.len() == before {
            return text.len() - before;
        }
    }
}

/// What remains of white space between two characters of a script.
fn needed(space: &str, before: Option<char>, after: Option<char>) -> &'static str {
    let (Some(before), Some(after)) = (before, after) else {
        return "";
    };
    let joined = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#');
    if space.contains('\n') && !"{([,;:?&|=".contains(before) && !"})],;:?.&|".contains(after) {
        "\n"
    } else if joined(before) && joined(after)
        || before == after && "+-/".contains(before)
        || before.is_ascii_digit() && after == '.'
    {
        " "
    } else {
        ""
    }
}

/// The length of the template that a text begins with.
fn template(text: &str) -> usize {
    let mut at = 1;
    while let Some(next) = text[at..].chars().next() {
        at += next.len_utf8();
        match next {
            '`' => break,
            '\\' => at += text[at..].chars().next().map_or(0, char::len_utf8),
            '$' if text[at..].starts_with('{') => at += in_braces(&text[at..]),
            _ => (),
        }
    }
    at
}

/// The length of the text in braces that a text begins with, with its braces.
fn in_braces(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match next {
            '"' | '\'' => string(rest, next),
            '`' => template(rest),
            '/' => script_space(rest).max(1),
            _ => next.len_utf8(),
        };
        match next {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => (),
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// A style sheet without comments. White space stays where it may have a meaning, as around the `+` of a sum.
pub(super) fn style(text: &str) -> String {
    let mut small = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let space = space(rest);
        rest = &rest[space..];
        if space > 0 {
            let needed = !small.is_empty() && !small.ends_with(AROUND_SPACE) && !small.ends_with(':');
            if needed && !rest.is_empty() && !rest.starts_with(AROUND_SPACE) {
                small.push(' ');
            }
            continue;
        }
        if next == '}' && small.ends_with(';') {
            small.pop();
        }
        let length = match next {
            '"' | '\'' => string(rest, next),
            _ => next.len_utf8(),
        };
        small.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    small
}

const AROUND_SPACE: [char; 4] = ['{', '}', ';', ','];

/// The length of the white space and the comments that a text begins with.
fn space(text: &str) -> usize {
    let mut rest = text;
    loop {
        let before = rest.len();
        rest = rest.trim_ascii_start();
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
        }
        if rest.len() == before {
            return text.len() - before;
        }
    }
}

/// The length of the string that a text begins with.
fn string(text: &str, quote: char) -> usize {
    let mut escaped = true;
    let end = text.find(|c| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_keep_strings_templates_and_regular_expressions_whole() {
        for whole in [
            r#""a  // b /* c */ ' \" ;  ""#,
            r#"'a  // " \' ; '"#,
            "`a  // ${b + `/*  ${ c }  \\` `}  \n  ${ { d: /\\d/ /* } */ } } $ d \\`  `",
            r#"/^#(\/[^/]+)$/g"#,
        ] {
            let written = format!("const a = ( {whole} ) ;  // b\nreturn {whole} ;");
            assert_eq!(script(&written), format!("const a=({whole});return{whole};"));
        }
    }

    #[test]
    fn scripts_keep_what_white_space_means() {
        for (written, small) in [
            ("// One.\nlet a = 1; // two\n", "let a=1;"),
            (
                "const f = (/** @type {x} */ a) => /** @type {y} */ (a);",
                "const f=(a)=>(a);",
            ),
            ("a = b + +c - -d + ++e - f;", "a=b+ +c- -d+ ++e-f;"),
            ("a = b / c / d(e) / (f) / g[0] / 2;", "a=b/c/d(e)/(f)/g[0]/2;"),
            ("if (#a in b) return  c;", "if(#a in b)return c;"),
            ("a = 1 .b + d.of / 2 / `e` / 3;", "a=1 .b+d.of/2/`e`/3;"),
            ("a\n++b", "a\n++b"),
            ("a = b\n  ? c\n  : d\nf()", "a=b?c:d\nf()"),
            (
                "class A {\n  #b;\n\n  c() {}\n\n  static d = 1;\n}\n",
                "class A{#a;c(){}\nstatic d=1;}",
            ),
            ("return /* a\n */ b", "return\nb"),
            ("a = \"open", "a=\"open"),
            ("a = `open ${ {", "a=`open ${ {"),
        ] {
            assert_eq!(script(written), small);
        }
    }

    #[test]
    fn scripts_have_short_private_names() {
        assert_eq!(
            script(
                "class A { #one; #two_2; b(c) { return #one in c && this.#two_2 + `#one ${this.#one}${\"#one\"}`; } }"
            ),
            "class A{#a;#b;b(c){return #a in c&&this.#b+`#one ${this.#a}${\"#one\"}`;}}"
        );
        let names: Vec<_> = [0, 25, 26, 27, 701, 702].map(letters).into();
        assert_eq!(names, ["a", "z", "aa", "ab", "zz", "aaa"]);
    }

    #[test]
    fn style_sheets_keep_strings_and_what_white_space_means() {
        for (written, small) in [
            ("/* One. */\n\na { b: c; }\n", "a{b:c}"),
            ("a :is(b, c)  d > e{ f: g }", "a :is(b,c) d > e{f:g}"),
            ("a { width: calc(1px + 2px); }", "a{width:calc(1px + 2px)}"),
            ("a { font: 1px/**/2px; }", "a{font:1px 2px}"),
            (
                "a::before { content: \"a  ; /* \\\" } \"; }",
                "a::before{content:\"a  ; /* \\\" } \"}",
            ),
            (
                "@media (min-width: 1rem) {\n  a { b: c; }\n}",
                "@media (min-width:1rem){a{b:c}}",
            ),
            ("a { b: c } /* open", "a{b:c}"),
            ("a { content: \"open }", "a{content:\"open }"),
        ] {
            assert_eq!(style(written), small);
        }
    }
}
