//! Where profiles are.

use url::form_urlencoded;

pub(in crate::pages) fn address(name: &str) -> String {
    format!("/@{}", in_path(name))
}

fn in_path(text: &str) -> String {
    let encoded: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    encoded.replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_has_an_address() {
        for (name, expected) in [
            ("Ann", "/@Ann"),
            ("Ann B", "/@Ann%20B"),
            ("a+b/c?d#e", "/@a%2Bb%2Fc%3Fd%23e"),
            ("<i>", "/@%3Ci%3E"),
            ("É", "/@%C3%89"),
        ] {
            assert_eq!(address(name), expected);
        }
    }
}
