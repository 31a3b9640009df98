//! Pictures of a table: its board after any turn, and the whole game.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::assets;
use crate::http::at_table::AtTable;
use crate::http::etag::has_already;
use crate::pictures::{Form, PlyRef};

/// Nothing may be loaded, run or sent: a picture has its own styles and nothing else.
pub(in crate::pages) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// `GET /g/{code}/{file}`: a picture. `0.svg` is the board before the first turn, `12.png` after the twelfth, `board.png` after the
/// last one, `12.card.png` for the preview of a link, and `game.gif` the whole game.
pub async fn show(
    State(app): State<App>,
    AtTable(table): AtTable,
    Path((_, file)): Path<(String, String)>,
    from: ClientAddress,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (ply, form) = named(&file).ok_or_else(PageError::not_found)?;
    let allowed = || match form {
        // Small, and many on one page.
        Form::Svg => Ok(()),
        Form::Png | Form::Card => app.limits.picture(from),
        Form::Gif => app.limits.animation(from),
    };
    let picture = app.pictures.find(&table, (ply, form), allowed).await?;
    let about = [
        (header::ETAG, picture.tag.clone()),
        // A later version may draw it differently.
        (header::CACHE_CONTROL, caching(picture.lasting).to_owned()),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
    ];
    if has_already(&headers, &picture.tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    Ok((about, [(header::CONTENT_TYPE, mime(form))], picture.bytes.clone()).into_response())
}

/// What a file's name asks for. Each picture has one name.
fn named(file: &str) -> Option<(PlyRef, Form)> {
    if file == "game.gif" {
        return Some((PlyRef::Last, Form::Gif));
    }
    let (ply, ending) = file.split_once('.')?;
    let form = match ending {
        "svg" => Form::Svg,
        "png" => Form::Png,
        "card.png" => Form::Card,
        _ => return None,
    };
    Some((ply_named(ply)?, form))
}

fn ply_named(name: &str) -> Option<PlyRef> {
    if name == "board" {
        return Some(PlyRef::Last);
    }
    let turns: u32 = name.parse().ok()?;
    (turns.to_string() == name).then_some(PlyRef::After(turns))
}

fn caching(lasting: bool) -> &'static str {
    if lasting {
        "private, max-age=86400"
    } else {
        "private, no-cache"
    }
}

fn mime(form: Form) -> &'static str {
    match form {
        Form::Svg => assets::SVG,
        Form::Png | Form::Card => "image/png",
        Form::Gif => "image/gif",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_has_one_name() {
        assert_eq!(named("board.svg"), Some((PlyRef::Last, Form::Svg)));
        assert_eq!(named("0.png"), Some((PlyRef::After(0), Form::Png)));
        assert_eq!(named("12.card.png"), Some((PlyRef::After(12), Form::Card)));
        assert_eq!(named("game.gif"), Some((PlyRef::Last, Form::Gif)));
        for other in [
            "",
            ".",
            ".svg",
            "01.svg",
            "+1.svg",
            "-1.svg",
            "1.SVG",
            "1.svg.",
            " 1.svg",
            "1.gif",
            "board.gif",
            "game.svg",
            "1.5.svg",
            "4294967296.png",
            "99999999999999999999.png",
            "١.svg",
            "1.svg/..",
            "../1.svg",
            "12",
            "card.png",
        ] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
