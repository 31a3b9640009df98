//! How games end and stand, seats that drop, and the record of it all.

use thicket_rules::*;

use super::Walk;

impl<P: Position> Walk<P> {
    /// Every method agrees on whether the game is over.
    pub(super) fn game_is_sound(&self) {
        let game: &dyn AnyGame = &self.game;
        let (text, over) = (game.position_text(), game.status().to_move().is_none());
        assert_eq!(self.game.legal_steps().is_empty(), over, "{text}");
        assert_eq!(text.split(' ').nth(1) == Some("-"), over, "{text}");
        assert!(!over || !game.mid_turn(), "{text}");
        match game.status().outcome() {
            Some(outcome) => assert_eq!(outcome, game.standing(), "{text}"),
            None => self.standing_is_sound(),
        }
    }

    /// What would count if all agreed to end the game now: seats that dropped are behind all that are in play.
    pub(super) fn standing_is_sound(&self) {
        let (standing, in_play) = (self.game.standing(), self.game.position().in_play());
        self.ranks_are_sound(standing);
        let ranks_of = |playing| {
            let of_those = move |&(seat, _): &(Seat, u8)| in_play.contains(seat) == playing;
            standing.ranks.iter().filter(of_those).map(|(_, rank)| rank)
        };
        let (last, first_gone) = (ranks_of(true).max(), ranks_of(false).min());
        assert!(
            first_gone.is_none_or(|gone| last.is_none_or(|last| last < gone)),
            "{standing:?}"
        );
        if !P::INFO.scores.is_empty() {
            for (seat, rank) in standing.ranks.iter().filter(|(seat, _)| in_play.contains(*seat)) {
                let better = |&(other, _): &(Seat, u8)| {
                    in_play.contains(other) && standing.scores[other] > standing.scores[seat]
                };
                assert_eq!(
                    usize::from(rank),
                    1 + standing.ranks.iter().filter(better).count()
                );
            }
        }
    }

    pub(super) fn ranks_are_sound(&self, outcome: Outcome) {
        assert_eq!(outcome.ranks.seats(), self.game.setup().seats());
        for (_, rank) in outcome.ranks.iter() {
            let better = outcome.ranks.iter().filter(|&(_, other)| other < rank).count();
            assert_eq!(usize::from(rank), 1 + better, "{:?}", outcome.ranks);
        }
    }

    pub(super) fn drop_seat(&mut self, seat: Seat) {
        let checked = self.game.check_drop(seat);
        let dropped = self.game.drop_seat(seat);
        assert_eq!(checked, dropped.map(|()| self.game.status()));
        match dropped {
            Ok(()) => self.dropped.push(seat),
            // Its drop is waiting for the end of the turn already.
            Err(error) => assert_eq!(error, IllegalDrop::NotInPlay(seat)),
        }
    }

    /// Seats that dropped come last, the first to drop at the very end.
    pub(super) fn ends_in_order(&self) {
        let outcome = self.game.status().outcome().unwrap();
        self.ranks_are_sound(outcome);
        let in_play = self.game.position().in_play();
        let reason = self.game.end_reason();
        assert_eq!(reason.is_some(), in_play.count() > 1, "{}", self.game.position());
        if let Some(EndReason { seat: Some(_), words }) = reason {
            fits_you(words);
        }
        let gone: Vec<Seat> = self
            .dropped
            .iter()
            .copied()
            .filter(|&seat| !in_play.contains(seat))
            .collect();
        assert_eq!(gone.len(), usize::from(outcome.ranks.seats() - in_play.count()));
        for (index, &seat) in gone.iter().enumerate() {
            assert_eq!(
                usize::from(outcome.ranks[seat]),
                usize::from(outcome.ranks.seats()) - index
            );
        }
    }

    /// The record gives the same game again.
    pub(super) fn can_be_replayed(&self) {
        let game: &dyn AnyGame = &self.game;
        let record = Record {
            head: Head::of(game),
            turns: game.plies(),
        };
        let text = record.to_string();
        assert_eq!(text.parse::<Record>().unwrap(), record);
        let (head, turns) = Head::split(&text).unwrap();
        let mut again = head.start_recorded().unwrap();
        replay(again.as_mut(), turns, |_, _| ()).unwrap();
        assert_eq!(again.position_text(), game.position_text());
        assert_eq!(again.status(), game.status());
        assert_eq!(again.plies(), game.plies());
        assert_eq!(game.last_ply(), game.plies().pop());
        self.can_be_played_turn_by_turn();
    }

    /// Whole turns and drops give the same game again, too.
    pub(super) fn can_be_played_turn_by_turn(&self) {
        let mut again: Box<dyn AnyGame> = Box::new(Game::<P>::new(self.game.setup()));
        for ply in self.game.plies() {
            match ply {
                Ply::Drop(seat) => again.drop_seat(*seat).unwrap(),
                Ply::Turn { steps, .. } => {
                    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                    let checked = again.check_turn(&steps);
                    assert_eq!(again.play_turn(&steps), checked);
                }
            }
        }
        assert_eq!(again.position_text(), self.game.position_text());
        assert_eq!(again.status(), self.game.status());
    }
}

/// Whether a reason reads well after "You" as after a name.
fn fits_you(words: &str) {
    let wrong = ["is", "was", "has", "does", "its", "his", "her", "their"];
    let found = words.split(' ').find(|word| wrong.contains(word));
    assert_eq!(found, None, "You {words}");
}
