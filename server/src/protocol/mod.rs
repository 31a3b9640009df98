//! What a browser or a program sees, and the translations from it and to it: every message of a table's socket, the data of its
//! pages, and all that the API takes and answers, which describes itself by [`ToSchema`](utoipa::ToSchema).
//!
//! `web/protocol.d.ts` is generated from these types by the test in `typescript.rs`. Numbers are plain JSON numbers,
//! times are [`UnixMs`](crate::time::UnixMs), seats count from 1, cells are indices of [`LayoutView::cells`].

mod acting;
mod analysis;
mod before_start;
mod board;
mod chat;
mod client;
mod clock;
mod clock_form;
mod club;
mod command;
mod ending;
mod event;
mod explore;
mod game;
mod kind;
mod lesson;
mod lists;
mod lobby;
mod offer;
mod own;
mod page;
mod plan;
mod player;
mod ply;
mod practice;
mod preview;
mod problem;
mod profile;
mod rating;
mod record;
mod server;
mod shown;
mod snapshot;
mod statistics;
mod stream;
mod table;
mod tournament;
#[cfg(test)]
mod typescript;

pub use crate::model::refusal::RefusalCode;
pub use acting::{DoneView, QuickRequest, SeatedView, TableRequest, TokenView};
pub use analysis::{
    ReasonView, ReviewProgress, ReviewView, ReviewedTurnView, SuggestionView, TurningPointView,
};
pub use before_start::{BeforeStartView, KeptView};
pub use board::{ChangeView, ClicksView, DiagramView, PieceView, TallyView};
pub use chat::{Audience, ChatPosition, ChatView, LineView, Reads};
pub use client::{ClientFrame, ClientMessage, FeedPositions, Refused};
pub use clock::{ClockTermsView, ClocksView, RunningClockView};
pub use clock_form::ClockForm;
pub use club::{ClubPlayerView, ClubStandingView, ClubView, ClubsView, ListedClubView};
pub use command::{ClientCommand, CommandRequest, Envelope, Request};
pub use ending::{EndingView, SentenceView};
pub use event::EventView;
pub use explore::{ExploreView, ExploredView, PlanningView, VariationView};
pub use game::{GameView, PositionQuestion, PositionView, SetupView};
pub use kind::{Kind, KindView, LayoutView, OutlineView, PlaceView};
pub use lesson::{EvaluationView, FigureView, LessonView, TriedView};
pub use lists::{ListMessage, ListName};
pub use lobby::{LobbyPlayerView, LobbyTableView, LobbyView};
pub use offer::{OfferView, TakenBackView};
pub use own::{News, OwnLine, OwnOffer, OwnTableView, Place};
pub use page::PageView;
pub use plan::PlanView;
pub use player::{AwayView, PlayerKind, PlayerView, TransferLinkView};
pub use ply::PlyView;
pub use practice::PracticeView;
pub use preview::{GuideView, PreviewView, preview, why_not};
pub use problem::ProblemView;
pub use profile::{
    LeaderView, LeaderboardView, NamesView, OpponentView, PlayedView, ProfileView, SeatTallyView,
    StandingView,
};
pub use rating::{RatingChangeView, RatingView};
pub use record::{RecordHeadView, RecordListView, RecordRowView, RecordView};
pub use server::ServerMessage;
pub use shown::Shown;
pub use snapshot::SnapshotView;
pub use statistics::{BalanceView, EndingCountView, LengthCountView, StatisticsView};
pub use stream::{LobbyLine, StreamEnd, TableLine, TournamentLine};
pub use table::{FromView, LostView, PhaseName, RematchView, TableView};
pub use tournament::{
    CorrectionView, ListedTournamentView, PairedSeatView, PairedTableView, RoundView, TieBreakView,
    TournamentPlayerView, TournamentRequest, TournamentStandingView, TournamentView, TournamentsView,
};

/// The version of the protocol: a page that speaks another one is told to reload.
pub const VERSION: u32 = 10;
