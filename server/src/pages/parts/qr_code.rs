//! Links as pictures.

use qrcode::{Color, QrCode};

use crate::error::PageError;

/// A link as a picture for a phone's camera: an SVG.
pub(in crate::pages) fn qr_code(link: &str) -> Result<String, PageError> {
    let code = QrCode::new(link).map_err(|error| PageError::malformed(error.to_string()))?;
    Ok(drawn(&code))
}

/// The room that cameras need around a code, in modules.
const MARGIN: usize = 4;

/// A code as SVG: a line for each run of dark modules, a third as long as the squares that the crate would draw. Dark on light
/// whatever the page's colours, as cameras need it.
fn drawn(code: &QrCode) -> String {
    let width = code.width();
    let size = width + 2 * MARGIN;
    let modules = code.to_colors();
    let mut lines = String::new();
    for (row, modules) in modules.chunks(width).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                lines += &format!("M{} {}.5h{}", MARGIN + column, MARGIN + row, run.len());
            }
            column += run.len();
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path stroke=\"#000\" d=\"{lines}\"/></svg>"
    )
}
