//! The numbers of each game and number of seats, as `examples/calibrate.rs` prints them.

use thicket_rules::GameKind;

#[allow(
    clippy::approx_constant,
    reason = "what was fitted has nothing to do with constants"
)]
pub(super) fn numbers(kind: GameKind, seats: u8) -> Option<&'static [f32]> {
    let numbers: &[f32] = match (kind, seats) {
        (GameKind::Antipode, 2) => &[1.483, -0.547, 0.106, -0.005, 0.078, -0.000],
        (GameKind::Btt, 2) => &[1.163, 0.134, 0.161, 0.001, -0.252, -0.396],
        (GameKind::Btt, 3) => &[0.604, 1.254, -0.120, 0.417, 0.076, -0.693, -0.332, -0.382],
        (GameKind::Btt, 4) => &[
            0.466, 1.026, 0.203, -0.066, -0.247, 0.146, -0.257, 0.051, -0.697, -0.065,
        ],
        (GameKind::Btt, 5) => &[
            0.756, 0.562, 0.122, -0.029, 0.351, -0.493, -0.010, -0.260, -0.961, -0.664, -0.964, -0.035,
        ],
        (GameKind::Btt, 6) => &[
            0.782, 0.501, -0.162, 0.067, -0.429, 0.198, -0.667, 0.570, -0.346, 0.272, -0.175, -0.155, -1.659,
            -0.099,
        ],
        (GameKind::Bushi, 2) => &[0.528, 2.253, 0.006, 0.116, -0.042, -0.535],
        (GameKind::Bushka, 2) => &[0.992, -0.381, 0.064, -0.113, -0.014, 0.028],
        (GameKind::Bushwhacked, 2) => &[0.682, 0.318, 0.063, -0.069, -0.007, 0.188],
        (GameKind::Bushwhacked, 3) => &[0.265, 0.617, 0.088, -0.109, 0.033, 0.026, 0.221, -0.105],
        (GameKind::Bushwhacked, 4) => &[
            0.271, 0.580, 0.018, 0.021, 0.251, 0.014, -0.082, 0.191, -0.010, 0.164,
        ],
        _ => return None,
    };
    Some(numbers)
}
