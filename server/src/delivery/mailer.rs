//! Mails in plain text and in simple HTML, sent by the operator's mail server (SMTP).

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message as MailMessage, Tokio1Executor};
use tracing::{info, warn};

use super::Failure;
use crate::config::Config;

/// For each command of SMTP; with that, a mail takes less time than a lease.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Of a whole mail.
const SEND_TIMEOUT: Duration = Duration::from_secs(12);

/// Sends mails.
#[derive(Debug)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The public address of this server.
    pub(super) home: String,
    /// Whether the last mail could not be sent, which the log says once.
    is_failing: AtomicBool,
}

/// What is sent.
#[derive(Clone, Debug)]
pub(super) struct Mail {
    pub(super) to: String,
    /// The same for the same mail, however often it is sent: its receiver shows it once.
    pub(super) id: String,
    /// Mails with the same are shown together.
    pub(super) thread: Option<String>,
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) html: String,
    /// PNG, with the ids by which the HTML names them.
    pub(super) pictures: Vec<(String, Bytes)>,
    /// The address to which a mail program can send a request so that no more such mails come (RFC 8058).
    pub(super) unsubscribe: Option<String>,
}

impl Mailer {
    /// The mailer of a configuration; none if it has no mail server.
    ///
    /// # Errors
    /// When the address of the mail server cannot be used.
    pub fn of(config: &Config) -> Result<Option<Mailer>, smtp::Error> {
        let (Some(url), Some(from), Some(home)) =
            (&config.smtp_url, config.mail_sender(), &config.public_url)
        else {
            return Ok(None);
        };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str())?;
        Ok(Some(Mailer {
            transport: transport.timeout(Some(TIMEOUT)).build(),
            from,
            home: home.as_str().trim_end_matches('/').to_owned(),
            is_failing: AtomicBool::new(false),
        }))
    }

    /// # Errors
    /// When the mail server does not take it.
    pub(super) async fn send(&self, mail: Mail) -> Result<(), Failure> {
        let message = self.message(mail)?;
        let sent = tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await;
        let failure = match sent {
            Ok(Ok(_)) => {
                if self.is_failing.swap(false, Ordering::Relaxed) {
                    info!("mails are sent again");
                }
                return Ok(());
            }
            Ok(Err(error)) => match refusal(&error) {
                Some(code) => return Err(Failure::Mailbox(code)),
                None => error.to_string(),
            },
            Err(_) => "it did not answer in time".to_owned(),
        };
        if !self.is_failing.swap(true, Ordering::Relaxed) {
            warn!(
                error = failure,
                "the mail server does not take mails; they are sent later"
            );
        }
        Err(Failure::MailServer)
    }

    fn message(&self, mail: Mail) -> Result<MailMessage, Failure> {
        let to = mail.to.parse().map_err(|_| Failure::Mailbox(0))?;
        let domain = self.from.email.domain();
        let mut builder = MailMessage::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(mail.subject)
            .message_id(Some(format!("<{}@{domain}>", mail.id)))
            // No answer is expected, of people or of programs (RFC 3834).
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(thread) = mail.thread {
            builder = builder.references(format!("<{thread}@{domain}>"));
        }
        if let Some(address) = mail.unsubscribe {
            builder = builder
                .raw_header(header("List-Unsubscribe", format!("<{address}>")))
                .raw_header(header(
                    "List-Unsubscribe-Post",
                    "List-Unsubscribe=One-Click".to_owned(),
                ));
        }
        let png = ContentType::parse("image/png").map_err(|_| Failure::MailServer)?;
        let html = MultiPart::related().singlepart(SinglePart::html(mail.html));
        let html = mail.pictures.into_iter().fold(html, |parts, (id, bytes)| {
            parts.singlepart(Attachment::new_inline(id).body(bytes.to_vec(), png.clone()))
        });
        let body = MultiPart::alternative()
            .singlepart(SinglePart::plain(mail.text))
            .multipart(html);
        builder.multipart(body).map_err(|_| Failure::MailServer)
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// The code with which a mail server says that this address cannot be written to (RFC 5321, section 4.2.3). That it does not know
/// this server, or takes no mail at all, says nothing about the address.
fn refusal(error: &smtp::Error) -> Option<u16> {
    let code = u16::from(error.status()?);
    matches!(code, 550 | 551 | 553).then_some(code)
}
