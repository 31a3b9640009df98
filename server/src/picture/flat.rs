//! A style sheet of the pages in the form that simple programs read: no rule stands in another one.

/// The rules of a style sheet one after the other, without those for other media, in light colours. A custom property `--wood` is written
/// `x--wood`, and `:root` as `svg`, which is what they mean in a picture to a reader that knows neither.
pub(super) fn flat(css: &str) -> String {
    let mut rules = String::new();
    flatten(&by_day(css), "", &mut rules);
    rules.replace("--", "x--").replace(":root", "svg")
}

/// A style sheet with the first colour of each `light-dark(…, …)`.
fn by_day(css: &str) -> String {
    let mut parts = css.split("light-dark(");
    let mut light = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (colours, after) = part.split_once(')').unwrap_or((part, ""));
        light += colours.split(',').next().unwrap_or_default();
        light += after;
    }
    light
}

fn flatten(block: &str, outer: &str, rules: &mut String) {
    let (own, nested) = parts(block);
    if !own.trim().is_empty() {
        *rules += &format!("{outer} {{ {own} }}\n");
    }
    for (selectors, inner) in nested
        .into_iter()
        .filter(|(selectors, _)| !selectors.starts_with('@'))
    {
        flatten(inner, &within(outer, selectors), rules);
    }
}

/// The declarations of a block, and the blocks in it with what stands before each.
fn parts(block: &str) -> (String, Vec<(&str, &str)>) {
    let (mut own, mut nested) = (String::new(), Vec::new());
    let mut rest = block;
    while let Some(at) = rest.find([';', '{']) {
        let (before, after) = rest.split_at(at + 1);
        rest = after;
        if before.ends_with(';') {
            own += before;
        } else {
            let (inner, after) = rest.split_at(end_of_block(rest));
            nested.push((before.trim_end_matches('{').trim(), inner));
            rest = after.get(1..).unwrap_or_default();
        }
    }
    (own + rest, nested)
}

/// Where the block ends in whose inside the text begins.
fn end_of_block(text: &str) -> usize {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Selectors as they are meant inside a block with selectors of its own.
fn within(outer: &str, selectors: &str) -> String {
    let selectors = selectors.split(',');
    let one = |selector: &str| format!("{outer} {}", selector.trim()).trim().to_owned();
    selectors.map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::flat;

    #[test]
    fn nested_rules_get_the_selectors_around_them() {
        let css = ":root { --a: 1 } [k] { --b: var(--a); @media (x) { --b: 2; .y { c: d } } .e, .f .g { h: i; j: k } l: m }";
        let rules = "svg { x--a: 1 }|[k] { x--b: var(x--a); l: m }|[k] .e, [k] .f .g { h: i; j: k }";
        let found: Vec<String> = flat(css)
            .lines()
            .map(|rule| rule.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(found.join("|"), rules);
    }

    #[test]
    fn of_a_light_and_a_dark_colour_the_light_one_is_taken() {
        let css = "a { b: light-dark(#111, #222) 1px; c: light-dark(#333, #444) }";
        assert_eq!(flat(css), "a {  b: #111 1px; c: #333  }\n");
    }

    #[test]
    fn a_sheet_that_is_cut_off_harms_nothing() {
        for css in [
            "",
            "a",
            "a {",
            "a { b: c",
            "a { b { c: d",
            "}",
            "a } b {",
            ";{;}",
            "a { b: light-dark(",
        ] {
            flat(css);
        }
    }
}
