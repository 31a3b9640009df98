//! Decisions that need the consent of the other players: a draw, the end of the game, or taking turns back.

use thicket_rules::{IllegalTakeBack, Seat, Seats, Status};

use super::offers::{Answered, Offer};
use super::playing::Playing;
use crate::ids::PlayerId;
use crate::model::log::decision::{Context, Draft};
use crate::model::log::event::Event;
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::BotLevel;
use crate::model::player::names_here::{Names, check_name};
use crate::model::record::ending::{DropReason, Reason};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::seq::Seq;
use crate::time::UnixMs;

impl Playing {
    pub(in crate::model) fn offer(
        &self,
        player: PlayerId,
        turn: u32,
        proposal: Proposal,
        names: &Names,
        context: &Context,
    ) -> Result<Draft, Refusal> {
        let seat = self.seat_in_play(player)?;
        if !proposal.gives_up(seat) {
            self.same_turn(turn)?;
        }
        let proposal = proposal.in_game(self.game.info());
        let asked = self.asked_for(seat, proposal, context)?;
        self.offers.check_offer(seat, proposal, context.now)?;
        if asked == Seats::NONE {
            return self.accepted(seat, seat, proposal, names, context);
        }
        let event = Event::Offered {
            seat: seat.number(),
            proposal,
            asked: asked.iter().map(Seat::number).collect(),
        };
        Ok(self.draft(event, self.game.status()))
    }

    /// A watcher asks for a seat whose player is away, or for a bot's. Where bots play among themselves the turn
    /// changes all the time, so their seats can be asked for at any turn.
    pub(in crate::model) fn ask_for_seat(
        &self,
        player: PlayerId,
        name: &str,
        turn: u32,
        seat: u8,
        names: &Names,
        context: &Context,
    ) -> Result<Draft, Refusal> {
        let seat = named(seat)?;
        if !self.is_bot_in_play(seat) {
            self.same_turn(turn)?;
        }
        self.check_gone_or_bot(seat, context)?;
        let proposal = Proposal::HandOver { to: player };
        check_name(player, name, self.seats.iter().copied(), names)?;
        self.offers.check_offer(seat, proposal, context.now)?;
        let asked = self.others_in_play(seat);
        if asked == Seats::NONE {
            return self.handed_over(seat, player, context);
        }
        let event = Event::SeatAsked {
            player,
            seat: seat.number(),
            asked: asked.iter().map(Seat::number).collect(),
        };
        Ok(self.draft(event, self.game.status()))
    }

    fn handed_over(&self, seat: Seat, to: PlayerId, context: &Context) -> Result<Draft, Refusal> {
        self.check_gone_or_bot(seat, context)?;
        self.transferred(seat, to)
    }

    pub(in crate::model) fn handed_to_bot(
        &self,
        seat: Seat,
        level: BotLevel,
        names: &Names,
        dice: u64,
    ) -> Result<Draft, Refusal> {
        let bot = self.bot_for_seat(level, names, dice)?;
        Ok(Draft {
            name: Some(bot.name().to_owned()),
            ..self.transferred(seat, bot.id())?
        })
    }

    fn transferred(&self, seat: Seat, to: PlayerId) -> Result<Draft, Refusal> {
        let &from = self.seats.get(seat.index()).ok_or_else(no_such_seat)?;
        let event = Event::SeatTransferred {
            from,
            to,
            with_device: false,
        };
        let draft = self.draft(event, self.game.status());
        Ok(Draft {
            to_move: draft
                .to_move
                .map(|player| if player == from { to } else { player }),
            ..draft
        })
    }

    /// The seats that have to agree. Bots agree to everything, so they are left out.
    fn others_in_play(&self, seat: Seat) -> Seats {
        let mut others = self.people_in_play();
        others.remove(seat);
        others
    }

    /// The seats that have to agree to a proposal, if it can be made now.
    fn asked_for(&self, by: Seat, proposal: Proposal, context: &Context) -> Result<Seats, Refusal> {
        match (proposal, self.game.seats()) {
            (Proposal::Draw, 3..) => refuse(
                Code::BadOffer,
                "With more than two players, offer to end the game instead: the board is scored as it stands.",
            ),
            (Proposal::Score, ..=2) => refuse(Code::BadOffer, "With two players, offer a draw instead."),
            (Proposal::Draw | Proposal::Score, _) => Ok(self.others_in_play(by)),
            (Proposal::TakeBack { turns }, _) => {
                self.check_take_back(by, turns)?;
                Ok(self.others_in_play(by))
            }
            (Proposal::Drop { seat }, _) => self.asked_to_drop(by, named(seat)?, context),
            (Proposal::Bot { seat, .. }, _) => match named(seat)? {
                seat if seat == by => Ok(self.others_in_play(by)),
                seat => self.asked_to_drop(by, seat, context),
            },
            (Proposal::HandOver { .. }, _) => {
                refuse(Code::BadOffer, "Only somebody who watches can ask for a seat.")
            }
            (Proposal::Abandon, _) => refuse(
                Code::BadOffer,
                "Everybody is asked whether the game goes on once nobody has played for 30 days.",
            ),
        }
    }

    /// Anybody may offer to take back the last turn, and further back only to a turn of their own.
    fn check_take_back(&self, by: Seat, turns: u32) -> Result<(), Refusal> {
        if turns as usize > self.game.ply_count().saturating_sub(self.copied) {
            return Err(take_back_refused(&IllegalTakeBack::NoSuchTurns));
        }
        self.check_sides_stay(turns)?;
        let first = self.game.check_take_back(turns as usize);
        match first.map_err(|error| take_back_refused(&error))? {
            seat if seat == by || turns == 1 => Ok(()),
            _ => refuse(Code::BadOffer, "Only your own last turn can be taken back."),
        }
    }

    pub(in crate::model) fn answer(
        &self,
        player: PlayerId,
        offer: Seq,
        agree: bool,
        names: &Names,
        context: &Context,
    ) -> Result<Draft, Refusal> {
        let asker = self
            .offers
            .standing()
            .filter(|standing| standing.seq == offer && !agree);
        if let Some(withdrawn) =
            asker.filter(|standing| standing.proposal == Proposal::HandOver { to: player })
        {
            let seat = withdrawn.by.number();
            return Ok(self.draft(Event::Declined { seat }, self.game.status()));
        }
        let by = self.seat_in_play(player)?;
        let seat = by.number();
        let event = match self.offers.check_answer(by, offer, agree)? {
            Answered::Declined => Event::Declined { seat },
            Answered::Agreed => Event::Agreed { seat, ending: None },
            Answered::Accepted {
                by: offerer,
                proposal,
            } => return self.accepted(by, offerer, proposal, names, context),
        };
        Ok(self.draft(event, self.game.status()))
    }

    /// What happens once the last seat has agreed.
    fn accepted(
        &self,
        last: Seat,
        offerer: Seat,
        proposal: Proposal,
        names: &Names,
        context: &Context,
    ) -> Result<Draft, Refusal> {
        let seat = last.number();
        let (outcome, reason) = match proposal {
            Proposal::Draw => (self.game.agreed(), Reason::Agreement),
            Proposal::Score => (self.game.standing(), Reason::Scored),
            Proposal::Abandon => (self.game.standing(), Reason::Abandoned),
            Proposal::TakeBack { turns } => return self.taken_back(seat, turns),
            Proposal::Drop { seat } => {
                let seat = named(seat)?;
                self.check_away(offerer, seat, context)?;
                return self.drop_out(seat, DropReason::Away);
            }
            Proposal::Bot { seat, level } => {
                let seat = named(seat)?;
                if seat != offerer {
                    self.check_away(offerer, seat, context)?;
                }
                return self.handed_to_bot(seat, level, names, context.dice);
            }
            Proposal::HandOver { to } => {
                // Somebody may have got another name since they asked.
                let name = names.get(&to).map_or("", String::as_str);
                check_name(to, name, self.seats.iter().copied(), names)?;
                return self.handed_over(offerer, to, context);
            }
        };
        let over = Status::Over(outcome);
        let ending = self.ending(over, reason);
        Ok(self.draft(Event::Agreed { seat, ending }, over))
    }

    fn taken_back(&self, seat: u8, turns: u32) -> Result<Draft, Refusal> {
        let to_move = self.game.check_take_back(turns as usize);
        let to_move = to_move.map_err(|error| take_back_refused(&error))?;
        Ok(self.draft(Event::TakenBack { seat, turns }, Status::ToMove(to_move)))
    }

    pub(in crate::model) fn apply_offer(
        &mut self,
        seq: Seq,
        seat: u8,
        proposal: Proposal,
        asked: &[u8],
        at: UnixMs,
    ) -> Result<(), String> {
        let mut all = Seats::NONE;
        for &number in asked {
            all.insert(seat_of(number)?);
        }
        self.offers.open(Offer {
            seq,
            by: seat_of(seat)?,
            proposal,
            asked: all,
            agreed: Seats::NONE,
            at,
        });
        Ok(())
    }

    pub(in crate::model) fn apply_agreement(&mut self, seat: u8) -> Result<(), String> {
        self.offers.agree(seat_of(seat)?);
        Ok(())
    }

    pub(in crate::model) fn apply_decline(&mut self, at: UnixMs) {
        if self.offers.asked_to_go_on().is_some() {
            self.idle_since = at;
        }
        self.offers.decline(at);
    }

    /// An offer of a draw as earlier versions stored it: the first one asks the others, and theirs agree to it.
    pub(in crate::model) fn apply_draw_offer(
        &mut self,
        seq: Seq,
        seat: u8,
        at: UnixMs,
    ) -> Result<(), String> {
        if self.offers.standing().is_some() {
            return self.apply_agreement(seat);
        }
        let asked: Vec<u8> = self
            .others_in_play(seat_of(seat)?)
            .iter()
            .map(Seat::number)
            .collect();
        self.apply_offer(seq, seat, Proposal::Draw, &asked, at)
    }

    /// Time used for turns that are taken back stays used, and increments stay earned.
    pub(in crate::model) fn apply_take_back(&mut self, turns: u32, at: UnixMs) -> Result<(), String> {
        let turns = turns as usize;
        self.game.take_back(turns).map_err(|error| error.to_string())?;
        self.facts.truncate(self.game.ply_count());
        let to_move = self.game.status().to_move();
        if let Some(clocks) = &mut self.clocks {
            clocks.taken_back(to_move, at);
        }
        (self.waits_since, self.idle_since, self.turn) = (at, at, self.turn + 1);
        self.offers.record_takeback();
        Ok(())
    }
}

fn named(number: u8) -> Result<Seat, Refusal> {
    Seat::new(number).ok_or_else(no_such_seat)
}

fn no_such_seat() -> Refusal {
    Refusal::new(Code::BadOffer, "There is no such seat.")
}

fn seat_of(number: u8) -> Result<Seat, String> {
    Seat::new(number).ok_or_else(|| "there is no such seat".to_owned())
}

fn take_back_refused(error: &IllegalTakeBack) -> Refusal {
    let sentence = match error {
        IllegalTakeBack::Over => "The game is over.",
        IllegalTakeBack::NoSuchTurns => "There is no such turn to take back.",
        IllegalTakeBack::Dropped(_) => "Somebody has left the game since that turn, so it stays.",
    };
    Refusal::new(Code::BadOffer, sentence)
}
