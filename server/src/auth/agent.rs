//! The browser of a session in a few words, so that its owner knows it again in a list.

use axum::http::{HeaderMap, header};

/// A token of the header, and the browser's name. Browsers that also claim to be others come first.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// "Firefox on Linux". Nothing else of the header is kept.
pub fn agent(headers: &HeaderMap) -> String {
    let text = headers
        .get(header::USER_AGENT)
        .and_then(|text| text.to_str().ok())
        .unwrap_or_default();
    let find = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(mark, _)| text.contains(mark));
        found.map(|&(_, name)| name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn browsers_are_known_by_few_words() {
        for (text, words) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            ("<script>alert(1)</script>", ""),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, text.parse().unwrap());
            assert_eq!(agent(&headers), words);
        }
        assert_eq!(agent(&HeaderMap::new()), "");
    }
}
