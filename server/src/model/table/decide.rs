//! Deciding: what a command leads to at a table, or why it is refused.

use super::devices::on_device;
use super::state::{Phase, State};
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::before_start::waiting::{MAX_EVENTS, Waiting};
use crate::model::game::playing::Playing;
use crate::model::log::action::{Action, Command, Due};
use crate::model::log::decision::{Context, Decision, Draft};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::notice::{self, Notice, NoticeKind};
use crate::model::log::projection::{Projection, TablePhase, TableState};
use crate::model::record::Record;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::names::PlayerName;

impl State {
    /// Decides a command. Changes nothing.
    pub fn decide(&self, command: &Command, context: &Context) -> Result<Decision, Refusal> {
        if self.decide_overdue(context).is_some() {
            // The room lets what is overdue happen first.
            return Err(Refusal::try_again());
        }
        if self.waits_for_tournament() {
            return Err(Refusal::try_again());
        }
        self.check_program(command, context)?;
        self.check_rated(command, context)?;
        self.check_tournament(command)?;
        let by = command.by;
        let draft = match &command.action {
            Action::Sit {
                chair,
                name,
                companion_of,
            } => {
                let waiting = self.waiting("The game has begun: all seats are taken.")?;
                self.takes_more_events()?;
                if let Some(owner) = companion_of {
                    self.may_bring(by, *owner, *chair, context.now)?;
                }
                let draft = waiting.sit(by, *chair, name, &self.names, context.now)?;
                Ok(on_device(draft, *companion_of))
            }
            Action::Stand => self
                .waiting("The game has begun. To leave it, resign.")?
                .stand(by),
            Action::Remove { .. } if by != self.host => refuse(Code::NotHost, "Only the host can do that."),
            Action::Remove { player } => self
                .waiting("The game has begun: nobody can be removed now.")?
                .remove(by, *player),
            Action::SeatBot { chair, level } => self.seat_bot(by, *chair, *level, context),
            Action::HoldStart { held } => self.hold_start(by, *held),
            Action::TakeSeat {
                from,
                link,
                with_device,
            } => self.take_seat(by, *from, *link, *with_device),
            Action::Play { turn, steps } => self.playing()?.play(by, *turn, steps),
            Action::SwapSides { turn } => self.swap_sides(by, *turn),
            Action::Resign => self.playing()?.resign(by),
            Action::ProposeRematch { table, code } => self.propose_rematch(by, *table, code),
            Action::Offer { turn, proposal } => {
                self.playing()?.offer(by, *turn, *proposal, &self.names, context)
            }
            Action::AskForSeat { turn, seat, name } => self.ask_for_seat(by, *turn, *seat, name, context),
            Action::Answer { offer, agree } => {
                self.playing()?.answer(by, *offer, *agree, &self.names, context)
            }
            Action::ChangeSeats { .. }
            | Action::ChangeClock { .. }
            | Action::KeepLines { .. }
            | Action::ChangePieRule { .. }
            | Action::ArrangeChairs { .. }
            | Action::ShuffleChairs => self.change_table(by, &command.action, context),
            Action::ChangeChair { chair } => {
                let waiting = self.waiting("The game has begun.")?;
                self.takes_more_events()?;
                waiting.change_chair(by, *chair, &self.names, context.now)
            }
            Action::OfferSwap { swap } => {
                let waiting = self.waiting("The game has begun.")?;
                self.takes_more_events()?;
                waiting.offer_swap(by, *swap, &self.names, context.now)
            }
            Action::AnswerSwap { swap, agree } => {
                self.waiting("The game has begun.")?
                    .answer_swap(by, *swap, *agree, &self.names)
            }
        }?;
        Ok(self.decision(draft, Some((by, command.id)), context))
    }

    /// What happens at the table by itself, if it still applies.
    pub fn decide_due(&self, due: Due, context: &Context) -> Option<Decision> {
        let draft = match (due, &self.phase) {
            (Due::Start, Phase::Waiting(waiting)) => waiting.start(&self.terms, context),
            (Due::ReplaceHost, Phase::Waiting(waiting)) => self.next_host(waiting, &context.present),
            (Due::Flag, Phase::Playing(playing)) => playing.overdue(context),
            (Due::NoShow, Phase::Playing(playing)) => {
                let table = self.terms.tournament.as_ref()?;
                let no_show = || playing.no_show(table, &self.names, context);
                playing.overdue(context).or_else(no_show)
            }
            _ => None,
        };
        Some(self.decision(draft?, None, context))
    }

    /// Players with a device of their own come first: everybody on one device sees what only the host may do.
    fn next_host(&self, waiting: &Waiting, present: &[PlayerId]) -> Option<Draft> {
        let is_owner = |player: &&PlayerId| self.companion_of(**player).is_none();
        let owners: Vec<PlayerId> = present.iter().filter(is_owner).copied().collect();
        let owner = waiting.next_host(self.host, &owners);
        owner.or_else(|| waiting.next_host(self.host, present))
    }

    /// What clocks and outages lead to before a command is decided.
    pub fn decide_overdue(&self, context: &Context) -> Option<Decision> {
        self.decide_due(Due::Flag, context)
    }

    pub(in crate::model) fn waiting(&self, otherwise: &str) -> Result<&Waiting, Refusal> {
        match &self.phase {
            Phase::Waiting(waiting) => Ok(waiting),
            Phase::Playing(_) | Phase::Over(_) => refuse(Code::NotWaiting, otherwise),
        }
    }

    pub fn playing(&self) -> Result<&Playing, Refusal> {
        match &self.phase {
            Phase::Waiting(_) => refuse(Code::NotPlaying, "The game has not begun."),
            Phase::Playing(playing) => Ok(playing),
            Phase::Over(_) => refuse(Code::Over, "The game is over."),
        }
    }

    pub(in crate::model) fn takes_more_events(&self) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Waiting(_)) && self.seq >= MAX_EVENTS {
            return refuse(
                Code::TooFast,
                "Players have come and gone too often at this table. Please open a new one.",
            );
        }
        Ok(())
    }

    fn hold_start(&self, by: PlayerId, held: bool) -> Result<Draft, Refusal> {
        let waiting = self.waiting("The game has begun.")?;
        // The start goes on.
        if held || waiting.held_by.is_none() {
            self.takes_more_events()?;
        }
        waiting.hold_start(by, held)
    }

    fn change_table(&self, by: PlayerId, action: &Action, context: &Context) -> Result<Draft, Refusal> {
        let waiting = self.waiting("The game has begun: nothing can be changed now.")?;
        if by != self.host {
            return refuse(Code::NotHost, "Only the host can do that.");
        }
        self.takes_more_events()?;
        waiting.may_change_table(by, context.now)?;
        match action {
            Action::ChangeSeats { seats } => waiting.change_seats(by, *seats, &self.terms, &self.names),
            Action::ChangeClock { clock } => waiting.change_clock(by, *clock, &self.terms),
            Action::KeepLines { kept } => waiting.keep_lines(by, *kept, &self.terms),
            Action::ChangePieRule { pie_rule } => waiting.change_pie_rule(by, *pie_rule, &self.terms),
            Action::ArrangeChairs { chairs } => waiting.arrange(by, chairs, &self.names),
            _ => waiting.shuffle(by, &self.names, context),
        }
    }

    fn take_seat(
        &self,
        by: PlayerId,
        from: PlayerId,
        link: [u8; 32],
        with_device: bool,
    ) -> Result<Draft, Refusal> {
        if let Phase::Over(_) = self.phase {
            return refuse(Code::Over, "The game is over.");
        }
        self.takes_more_events()?;
        if self.is_seated(by) {
            return refuse(Code::AlreadySeated, "You already have a seat at this table.");
        }
        if !self.is_seated(from) {
            return refuse(
                Code::NotSeated,
                "The player whose seat this link is for has left it.",
            );
        }
        let to_move = match &self.phase {
            Phase::Playing(playing) => playing.to_move(),
            Phase::Waiting(_) | Phase::Over(_) => None,
        };
        Ok(Draft {
            name: self.name(from).map(str::to_owned),
            projections: vec![Projection::TransferLinkUsed { hash: link, by }],
            to_move: to_move.map(|player| if player == from { by } else { player }),
            ..Draft::new(Event::SeatTransferred {
                from,
                to: by,
                with_device,
            })
        })
    }

    fn ask_for_seat(
        &self,
        by: PlayerId,
        turn: u32,
        seat: u8,
        name: &PlayerName,
        context: &Context,
    ) -> Result<Draft, Refusal> {
        let playing = self.playing()?;
        if self.is_seated(by) {
            return refuse(Code::AlreadySeated, "You already have a seat at this table.");
        }
        self.takes_more_events()?;
        Ok(Draft {
            name: Some(name.to_string()),
            ..playing.ask_for_seat(by, name.as_str(), turn, seat, &self.names, context)?
        })
    }

    fn propose_rematch(&self, by: PlayerId, table: TableId, code: &TableCode) -> Result<Draft, Refusal> {
        let Phase::Over(over) = &self.phase else {
            return refuse(Code::NotOver, "The game is not over yet.");
        };
        if !over.played.seats.contains(&by) {
            return refuse(Code::NotSeated, "Only those who played can propose a rematch.");
        }
        if over.rematch.is_some() {
            return refuse(Code::RematchProposed, "A rematch has already been proposed.");
        }
        let proposed = Projection::RematchProposed {
            table,
            code: code.clone(),
            by: self.name(by).unwrap_or_default().to_owned(),
        };
        let event = Event::RematchProposed {
            player: by,
            table,
            code: code.clone(),
        };
        Ok(Draft {
            projections: vec![proposed],
            ..Draft::new(event)
        })
    }

    pub(in crate::model) fn decision(
        &self,
        draft: Draft,
        command: Option<(PlayerId, CommandId)>,
        context: &Context,
    ) -> Decision {
        let Draft {
            event,
            name,
            mut projections,
            to_move,
        } = draft;
        let name = name.or_else(|| Some(self.name(event.named()?)?.to_owned()));
        let (player, command) = command.unzip();
        let entry = LogEntry {
            id: context.event_id,
            table: self.id,
            seq: self.seq.next(),
            at: context.now,
            player,
            command,
            event,
            name,
        };
        if let Event::Started { seats } = &entry.event {
            projections.extend(self.seated_in_order(seats));
            projections.extend(self.terms.public.then_some(Projection::Unlisted));
        }
        if let Event::SeatTransferred { from, to, .. } = entry.event {
            let name = entry.name.clone();
            projections.extend(self.transferred(from, to, name.unwrap_or_default()));
        }
        if let (Event::SidesSwapped { .. }, Phase::Playing(playing)) = (&entry.event, &self.phase) {
            let swapped: Vec<PlayerId> = playing.seats.iter().rev().copied().collect();
            projections.extend(self.seated_in_order(&swapped));
        }
        // In most cases these are the only ones.
        projections.reserve_exact(2);
        projections.extend(self.notices(&entry.event, to_move).map(Projection::Notice));
        projections.push(Projection::TableState(
            self.table_state_after(&entry, to_move, context),
        ));
        let record = Record::of(self, &entry);
        projections.extend(record.as_ref().and_then(|record| self.tournament_result(record)));
        projections.extend(record.map(|record| Projection::Record(Box::new(record))));
        Decision { entry, projections }
    }

    /// Who is told of an event, and why. `to_move` is who is to move after it.
    fn notices(&self, event: &Event, to_move: Option<PlayerId>) -> impl Iterator<Item = Notice> {
        let (seats, before) = match (event, &self.phase) {
            (Event::Started { seats }, _) => (seats.as_slice(), None),
            (_, Phase::Playing(playing)) => (playing.seats.as_slice(), playing.to_move()),
            (_, Phase::Over(over)) => (over.played.seats.as_slice(), None),
            (_, Phase::Waiting(_)) => (&[][..], None),
        };
        let your_turn = to_move
            .filter(|player| Some(*player) != before)
            .map(|player| Notice {
                player,
                kind: NoticeKind::YourTurn,
            });
        let is_of_tournament = self.terms.tournament.is_some();
        notice::of(event, seats, is_of_tournament)
            .into_iter()
            .chain(your_turn)
    }

    fn transferred(&self, from: PlayerId, to: PlayerId, name: String) -> impl Iterator<Item = Projection> {
        let seat = self.place_of(from);
        let seated = seat.map(|seat| Projection::Seated {
            player: to,
            name,
            seat,
        });
        [Projection::Unseated { player: from }].into_iter().chain(seated)
    }

    fn seated_in_order(&self, seats: &[PlayerId]) -> impl Iterator<Item = Projection> {
        seats.iter().zip(0..).map(|(&player, seat)| Projection::Seated {
            player,
            name: self.name(player).unwrap_or_default().to_owned(),
            seat,
        })
    }

    fn table_state_after(
        &self,
        entry: &LogEntry,
        to_move: Option<PlayerId>,
        context: &Context,
    ) -> TableState {
        let phase = match (&entry.event, &self.phase) {
            (event, _) if event.ending().is_some() => TablePhase::Over,
            (Event::Started { .. }, _) | (_, Phase::Playing(_)) => TablePhase::Playing,
            (_, Phase::Waiting(_)) => TablePhase::Waiting,
            (_, Phase::Over(_)) => TablePhase::Over,
        };
        let deadline = self.deadline_after(entry, to_move, &context.outages);
        let mut listed = self.listed(entry.seq, phase, to_move, deadline, entry.at);
        match &entry.event {
            Event::SeatsChanged { seats, .. } => listed.seats = *seats,
            Event::ClockChanged { clock, .. } => listed.clock = clock.timed(),
            Event::PieRuleChanged { pie_rule, .. } => listed.pie_rule = *pie_rule,
            Event::Played { .. } | Event::Dropped { .. } => {
                listed.plies = listed.plies.map(|plies| plies + 1)
            }
            Event::TakenBack { turns, .. } => {
                listed.plies = listed.plies.map(|plies| plies.saturating_sub(*turns));
            }
            _ => {}
        }
        listed
    }
}
