//! Creating a table: the first event of its log.

use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::log::decision::{Context, Decision};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::{Event, KeptChairs};
use crate::model::log::projection::{NewTable, Projection, TablePhase, TableState};
use crate::model::player::bot::is_bot;
use crate::model::terms::Terms;
use crate::names::PlayerName;
use crate::seq::Seq;

#[derive(Clone, Debug)]
pub struct Creation {
    pub id: TableId,
    pub code: TableCode,
    pub terms: Terms,
    /// Takes the first chair.
    pub host: PlayerId,
    pub name: PlayerName,
    /// For a rematch.
    pub kept: Option<KeptChairs>,
}

impl Creation {
    fn chair(&self) -> u8 {
        let kept = self.kept.iter().flat_map(|kept| &kept.players);
        let place = kept.zip(0..).find(|(player, _)| **player == self.host);
        place.map_or(0, |(_, place)| place)
    }
}

pub fn create(creation: Creation, context: &Context) -> Decision {
    let seat = creation.chair();
    let Creation {
        id,
        code,
        terms,
        host,
        name,
        kept,
    } = creation;
    // Nobody is to find a table of a tournament in the lobby before its game begins.
    let is_listed = terms.public && terms.tournament.is_none();
    let listed = is_listed.then_some(Projection::Listed {
        at: context.now,
        kept_until: kept.as_ref().map(|kept| kept.until),
        by: kept.as_ref().and_then(|kept| kept.companion_of).unwrap_or(host),
    });
    let mut projections = vec![
        Projection::Table(NewTable {
            id,
            code,
            kind: terms.kind.to_string(),
            public: terms.public,
            created_at: context.now,
        }),
        Projection::Seated {
            player: host,
            name: name.to_string(),
            seat,
        },
        Projection::TableState(TableState {
            seq: Seq::FIRST,
            phase: TablePhase::Waiting,
            variant: terms.variant.clone(),
            seats: terms.seats,
            public: terms.public,
            rated: terms.rated,
            to_move: None,
            clock: terms.clock.timed(),
            pie_rule: terms.pie_rule,
            deadline: None,
            changed_at: context.now,
            plies: Some(terms.copied() as u32),
        }),
    ];
    projections.extend(listed);
    projections.extend(terms.club.map(Projection::ClubTable));
    projections.extend(kept.iter().flat_map(seated_bots));
    let entry = LogEntry {
        id: context.event_id,
        table: id,
        seq: Seq::FIRST,
        at: context.now,
        player: None,
        command: None,
        event: Event::Created { terms, host, kept },
        name: Some(name.to_string()),
    };
    Decision { entry, projections }
}

/// The bots that sit on the chairs kept for them from the start.
fn seated_bots(kept: &KeptChairs) -> impl Iterator<Item = Projection> {
    let chairs = (0..).zip(&kept.players).zip(&kept.names);
    let bots = chairs.filter(|((_, player), _)| is_bot(**player));
    bots.map(|((seat, &player), name)| Projection::Seated {
        player,
        name: name.clone(),
        seat,
    })
}
