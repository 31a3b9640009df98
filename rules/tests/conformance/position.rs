//! What a position says of itself: its text, its diagram, its cells.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use thicket_rules::*;

use super::Walk;

impl<P: Position> Walk<P> {
    pub(super) fn position_is_sound(&self) {
        let position = self.game.position();
        let (setup, own) = (self.game.setup(), position.setup());
        assert_eq!(
            (own.seats(), own.variant()),
            (setup.seats(), setup.variant()),
            "{position}"
        );
        let to_move = position.status().to_move();
        assert_eq!(
            to_move.is_some(),
            !position.legal_steps().is_empty(),
            "{position}"
        );
        assert!(
            to_move.is_none_or(|seat| position.in_play().contains(seat)),
            "{position}"
        );
        assert!(to_move.is_some() || !position.mid_turn(), "{position}");
        if to_move.is_some() {
            self.text_is_sound();
        }
        if let Some(outcome) = position.status().outcome() {
            assert_eq!(outcome, position.standing(), "{position}");
        }
        self.ranks_are_sound(position.standing());
    }

    pub(super) fn text_is_sound(&self) {
        let position = self.game.position();
        let again: P = position.to_string().parse().unwrap();
        assert_eq!(again, *position);
        assert_eq!(hash(&again), hash(position));
        assert_eq!(again.legal_steps(), position.legal_steps());
        assert_eq!(again.status(), position.status());
    }

    /// Any seat in play can be to move, where there are more than two.
    pub(super) fn others_can_be_to_move(&self) {
        let (game, position) = (&self.game, self.game.position());
        if game.setup().seats() == 2 || position.mid_turn() || game.status().to_move().is_none() {
            return;
        }
        for seat in position.in_play().iter() {
            let other = position.with_to_move(seat).unwrap();
            assert_eq!(other.to_move(), Some(seat));
            assert_eq!(other.diagram(), position.diagram());
            let has_step = !other.legal_steps().is_empty();
            assert_eq!(game.with_to_move(seat).is_some(), has_step, "{position}");
            if position.to_move() == Some(seat) {
                assert_eq!(other, *position);
            }
        }
    }

    pub(super) fn diagram_is_sound(&self) {
        let Diagram {
            pieces,
            control,
            tallies,
        } = self.game.position().diagram();
        assert!(pieces.is_sorted_by_key(|(cell, _)| cell));
        assert!(control.is_sorted_by(|a, b| a.0 < b.0));
        let cells = pieces
            .iter()
            .map(|(cell, _)| cell)
            .chain(control.iter().map(|(cell, _)| cell));
        assert!(
            cells
                .into_iter()
                .all(|cell| cell.index() < self.layout.cells.len())
        );
        let known = |piece: &Piece| P::INFO.pieces.iter().any(|(symbol, _)| *symbol == piece.symbol);
        assert!(pieces.iter().all(|(_, piece)| known(piece)));
        assert_eq!(tallies.len(), P::INFO.tallies.len());
        assert!(
            tallies
                .iter()
                .all(|tally| tally.seats() == self.game.setup().seats())
        );
    }

    pub(super) fn layout_is_sound(&self) {
        let Layout {
            width,
            height,
            cells,
            rotations,
            ..
        } = &self.layout;
        let names: HashSet<&str> = cells.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names.len(), cells.len());
        assert!(
            cells
                .iter()
                .all(|place| place.x > 0.0 && place.x < *width && place.y > 0.0 && place.y < *height)
        );
        assert_eq!(rotations.seats(), self.game.setup().seats());
        assert!(P::INFO.colours.len() >= usize::from(rotations.seats()));
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
