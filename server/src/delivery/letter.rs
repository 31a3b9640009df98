//! What a mail says, in plain text and in HTML.

use askama::Template;

use super::Failure;

/// What a mail says.
#[derive(Clone, Debug, Default)]
pub(super) struct Letter {
    pub(super) heading: String,
    pub(super) lead: String,
    pub(super) tables: Vec<LetterTable>,
    /// What else has happened: a sentence, and where it can be seen.
    pub(super) others: Vec<(String, String)>,
    /// What is to be opened, and the words for that.
    pub(super) link: Option<(String, &'static str)>,
    /// Why it was sent.
    pub(super) reason: String,
    /// Where such mails can be ended.
    pub(super) unsubscribe: Option<String>,
}

/// A table where it is the reader's turn, or where something has happened.
#[derive(Clone, Debug)]
pub(super) struct LetterTable {
    pub(super) title: String,
    /// How much time is left.
    pub(super) left: Option<String>,
    pub(super) url: String,
    /// The id of its picture in this mail.
    pub(super) picture: Option<String>,
}

#[derive(Template)]
#[template(path = "mail.txt")]
struct Text<'a> {
    letter: &'a Letter,
}

#[derive(Template)]
#[template(path = "mail.html")]
struct Html<'a> {
    letter: &'a Letter,
}

impl Letter {
    /// In plain text and in HTML.
    pub(super) fn written(&self) -> Result<(String, String), Failure> {
        let text = Text { letter: self }.render();
        let html = Html { letter: self }.render();
        text.and_then(|text| Ok((text, html?)))
            .map_err(|_| Failure::MailServer)
    }
}
