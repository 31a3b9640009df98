// The messages of a table's socket and the data of its page. Made from server/src/protocol by
// its test; do not change it by hand.

export type Audience = "all" | "players" | "watchers";

export type AwayView = { player: PlayerId, 
/**
 * For how long, in milliseconds.
 */
ms: number, };

export type BeforeStartView = { chairs: Array<PlayerView | null>, held_by: PlayerId | null, 
/**
 * The chairs that are kept for those who played before.
 */
kept: KeptView | null, swaps: Array<Swap>, 
/**
 * How much time the seats have, if there are clocks.
 */
clock: ClockTermsView | null, 
/**
 * Whether what those who watch write is kept until the end.
 */
keeps_lines: boolean, 
/**
 * Whether the other player may take the side that has played the first turn, if two play.
 */
pie_rule: boolean, 
/**
 * What was changed, and by whom, in a sentence.
 */
change: string | null, };

export type BotLevel = number;

export type ChangeView = { "c": "put", cell: number, piece: PieceView, } | { "c": "moved", piece: PieceView, from: number, to: number, } | { "c": "flipped", cell: number, from: PieceView, to: PieceView, } | { "c": "taken", cell: number, piece: PieceView, by: number, } | { "c": "removed", cell: number, piece: PieceView, } | { "c": "control", cell: number, seat: number | null, };

export type ChatPosition = { n: number, reads: Reads, };

export type ChatView = { 
/**
 * The number of the last entry, whether it is in `lines` or not.
 */
n: number, 
/**
 * Whose lines they are: during the game those of the players, of those who watch, or one's own.
 */
reads: Reads, 
/**
 * Oldest first.
 */
lines: Array<LineView>, 
/**
 * Those who watch and whom the host has silenced.
 */
silenced: Array<PlayerView>, };

export type ClicksView = string | { [key in string]: ClicksView };

export type ClientCommand = { "t": "sit", 
/**
 * Which, from 0.
 */
chair: number, 
/**
 * The name to sit under at this table. Accounts have their own.
 */
name: string, } | { "t": "stand", } | { "t": "remove", player: PlayerId, } | { "t": "seat_bot", chair: number, 
/**
 * How well it plays, from 1 to 10; the last one that the game has, if that is less.
 */
level: BotLevel, } | { "t": "hold_start", held: boolean, } | { "t": "change_seats", seats: number, } | { "t": "change_clock", clock: ClockForm, } | { "t": "keep_lines", kept: boolean, } | { "t": "change_pie_rule", pie_rule: boolean, } | { "t": "arrange_chairs", 
/**
 * Who shall sit on each: all who sit now.
 */
chairs: Array<PlayerId | null>, } | { "t": "shuffle_chairs", } | { "t": "change_chair", 
/**
 * Which, from 0.
 */
chair: number, } | { "t": "offer_swap", swap: Swap, } | { "t": "answer_swap", swap: Swap, agree: boolean, } | { "t": "play", 
/**
 * The steps of the turn, as the rules spell them.
 */
steps: Array<string>, } | { "t": "swap_sides", } | { "t": "plan", plan: Planned, } | { "t": "forget_plan", } | { "t": "resign", } | { "t": "offer", proposal: Proposal, } | { "t": "ask_for_seat", seat: number, name: string, } | { "t": "nudge", } | { "t": "answer", 
/**
 * Which: [`OfferView::id`](super::OfferView::id).
 */
offer: Seq, agree: boolean, } | { "t": "say", 
/**
 * What to write: up to 280 characters.
 */
text: string, } | { "t": "silence", player: PlayerId, silenced: boolean, };

export type ClientFrame = Envelope | ClientMessage;

export type ClientMessage = { "t": "hello", 
/**
 * The protocol version that the page speaks.
 */
version: number, 
/**
 * How much of each feed it has.
 */
have: FeedPositions, } | { "t": "visible", visible: boolean, } | { "t": "preview", 
/**
 * Made by the browser; the answer carries it.
 */
id: CommandId, 
/**
 * The turn that is composed: [`TableView::turn`](super::TableView::turn).
 */
turn: number, 
/**
 * The steps so far, none at the start of a turn.
 */
steps: Array<string>, 
/**
 * Clicks after these steps that lead nowhere: the answer is then a refusal that says why.
 */
clicks?: Array<string>, } | { "t": "ping", };

export type ClockForm = { 
/**
 * As [`ClockTerms`] is written, or [`REAL_TIME`] or [`CORRESPONDENCE`] with the fields below.
 */
clock: string, 
/**
 * The bank of real time, in minutes; fractions are allowed.
 */
minutes: string, 
/**
 * Its increment, in seconds.
 */
seconds: string, 
/**
 * The bank of correspondence, in days.
 */
days: string, 
/**
 * Its increment, in hours.
 */
hours: string, 
/**
 * Its cap, in days.
 */
cap: string, 
/**
 * Its grace period, in hours.
 */
grace: string, };

export type ClockTermsView = { bank: number, increment: number, 
/**
 * Increments do not fill the bank beyond this; in correspondence only.
 */
cap: number | null, 
/**
 * How long after the turn before a clock begins to run; in correspondence only.
 */
grace: number | null, 
/**
 * In short: "10+10", "7 days + 12 h".
 */
short: string, long: string, };

export type ClocksView = { 
/**
 * What each seat had left when its clock last stopped, in milliseconds.
 */
left: Array<number>, running: RunningClockView | null, 
/**
 * Who is on holiday, or was: their clocks rest until then.
 */
holidays?: Array<HolidayView>, };

export type CommandId = string;

export type DiagramView = { 
/**
 * Each cell with a piece on it, lower ones of a stack first.
 */
pieces: Array<[number, PieceView]>, 
/**
 * Each cell under control, with the seat.
 */
control: Array<[number, number]>, 
/**
 * For each of the kind's tallies, a number for each seat.
 */
tallies: Array<Array<number>>, };

export type DropReason = "resignation" | "time" | "away";

export type EndingView = { headline: SentenceView, 
/**
 * What the first place was won with, where the scores decided.
 */
score?: SentenceView, 
/**
 * Why it is over.
 */
why: SentenceView, 
/**
 * The rank of each seat; shared ranks are equal.
 */
ranks: Array<number>, 
/**
 * The score of each seat: for each of the kind's scores, a number.
 */
scores: Array<Array<number>>, };

export type Envelope = { 
/**
 * Made by the browser; the same id again is answered the same.
 */
id: CommandId, 
/**
 * The player who acts, of those who sit there on this device; none: the session's own.
 */
as?: PlayerId, 
/**
 * The turn that it is about: [`TableView::turn`](super::TableView::turn). Some commands need it, the others have none.
 */
turn?: number, command: ClientCommand, };

export type EvaluationView = { preview: PreviewView, 
/**
 * Whether they are a whole turn that reaches the goal.
 */
reached: boolean, };

export type EventView = { "e": "created", host: PlayerView, } | { "e": "sat", player: PlayerView, chair: number, } | { "e": "stood", player: PlayerId, 
/**
 * Whether the host removed them.
 */
removed: boolean, } | { "e": "seat_transferred", from: PlayerId, to: PlayerView, 
/**
 * Whether all who sat on the device of the one sit on that of the other now.
 */
with_device?: boolean, } | { "e": "host_changed", host: PlayerId, } | { "e": "start_held", player: PlayerId, held: boolean, } | { "e": "table_changed", table: BeforeStartView, } | { "e": "swap_offered", swap: Swap, held_by: PlayerId | null, } | { "e": "swap_declined", swap: Swap, by: PlayerId, } | { "e": "started", 
/**
 * Who sits where, in order of play; seat 1 takes the first turn.
 */
seats: Array<PlayerView>, 
/**
 * The seats that are on one device, device by device.
 */
shared_devices?: Array<Array<number>>, clocks?: ClocksView, } | { "e": "played", ply: PlyView, ending: EndingView | null, clocks?: ClocksView, } | { "e": "dropped", ply: PlyView, ending: EndingView | null, clocks?: ClocksView, } | { "e": "outage_credited", seat: number, 
/**
 * What it is given, in milliseconds.
 */
credit: number, clocks?: ClocksView, } | { "e": "on_holiday", seat: number, until: UnixMs, clocks?: ClocksView, } | { "e": "events_lost", lost: LostView, 
/**
 * The clocks afterwards, if there are any: the time since then does not count.
 */
clocks?: ClocksView, } | { "e": "offered", seat: number, proposal: Proposal, asked: Array<number>, } | { "e": "seat_asked", player: PlayerView, seat: number, asked: Array<number>, } | { "e": "sides_swapped", 
/**
 * Who took it.
 */
player: PlayerId, clocks?: ClocksView, } | { "e": "abandoned", ending: EndingView | null, } | { "e": "agreed", seat: number, 
/**
 * How the game ended, if all have agreed to end it.
 */
ending: EndingView | null, clocks?: ClocksView, } | { "e": "declined", seat: number, } | { "e": "taken_back", seat: number, turns: number, clocks?: ClocksView, } | { "e": "rematch", rematch: RematchView, };

export type ExploreView = { kind: KindView, code: TableCode, 
/**
 * By seat.
 */
names: Array<string>, start: DiagramView, 
/**
 * The turns and drops of the game before the position that is explored.
 */
plies: Array<PlyView>, 
/**
 * The seat to move in the position that is explored, where a turn is planned for another seat than the one to move in the game.
 */
to_move?: number, 
/**
 * The turn that was played there, if any.
 */
played: PlyView | null, 
/**
 * Each after the one that it follows.
 */
variations: Array<VariationView>, 
/**
 * The number of the turn whose position is shown, from 1; 0 for the position that is explored.
 */
shown: number, 
/**
 * The whole address of this page without its query.
 */
link: string, };

export type ExploredView = { preview: PreviewView, 
/**
 * The turn, if the steps complete it; `after` means nothing then.
 */
turn: VariationView | null, };

export type FeedPositions = { 
/**
 * The number of the last event of the table; none on a first visit.
 */
table: Seq | null, 
/**
 * When that event was made: [`TableView::changed_at`](super::TableView::changed_at). A database that has lost it may have
 * another one of its number.
 */
at?: UnixMs, 
/**
 * What it has of the chat; nothing on a first visit, or when there was none.
 */
chat?: ChatPosition, };

export type FigureView = { 
/**
 * The game and the shown part of its board.
 */
kind: KindView, start: DiagramView, plies: Array<PlyView>, };

export type FromView = { code: TableCode, 
/**
 * After how many turns and drops the position is.
 */
turn: number, };

export type GuideView = { 
/**
 * Sentences that say what to choose: before the first click of a step, after one click, and so on. The last one
 * stands for all clicks that follow. `{}` stands for the cell that was clicked last. Empty when the turn is
 * complete.
 */
asks: Array<string>, 
/**
 * The button that ends the turn here, and its label.
 */
finish: [string, string] | null, 
/**
 * The piece that a click on a cell puts down or moves there, by the button that was pressed before; "" for none.
 */
ghosts: { [key in string]: PieceView }, 
/**
 * Cells that the steps have named, and that change only when the turn ends.
 */
named: Array<number>, };

export type HolidayView = { seat: number, until: UnixMs, };

export type KeptView = { 
/**
 * For whom each chair is kept; nobody once they have sat down somewhere.
 */
chairs: Array<PlayerView | null>, until: UnixMs, };

export type KindView = { 
/**
 * In addresses and records.
 */
name: string, 
/**
 * On pages.
 */
title: string, 
/**
 * Empty where the game has none.
 */
variant: string, 
/**
 * By seat.
 */
colours: Array<string>, 
/**
 * The name of each symbol of a piece.
 */
pieces: { [key in string]: string }, 
/**
 * In order: the name in the tree of clicks and the label.
 */
buttons: Array<[string, string]>, 
/**
 * What is counted for each seat.
 */
tallies: Array<string>, 
/**
 * The parts of a score.
 */
scores: Array<string>, 
/**
 * The last level of the server's bots.
 */
levels: number, layout: LayoutView, };

export type LayoutView = { width: number, height: number, 
/**
 * By their numbers.
 */
cells: Array<PlaceView>, 
/**
 * From (x, y) to (x, y).
 */
lines: Array<[number, number, number, number]>, 
/**
 * At (x, y).
 */
labels: Array<[number, number, string]>, 
/**
 * For each seat, the degrees by which the board is rotated clockwise so that this seat sits at the bottom.
 */
rotations: Array<number>, };

export type LessonView = { 
/**
 * The game and the shown part of its board.
 */
kind: KindView, start: DiagramView, seat: number, 
/**
 * The steps of one turn that solves it.
 */
solution: Array<string>, };

export type LineView = { 
/**
 * Numbers grow, with gaps.
 */
n: number, at: UnixMs, 
/**
 * Who wrote it, under the name they had then.
 */
by: PlayerView, 
/**
 * Who reads it during the game.
 */
audience: Audience, 
/**
 * Plain text, whatever it looks like.
 */
text: string, };

export type ListMessage = { "t": "changed", list: ListName, 
/**
 * Equal to the version in the list on the page, if that is the same.
 */
version: string, } | { "t": "pong", };

export type ListName = "lobby" | "yours";

export type LostView = { 
/**
 * The number of the event that records it.
 */
seq: Seq, 
/**
 * [`TableView::turn`] at that time.
 */
turn: number, turns: number, };

export type OfferView = { 
/**
 * The number of its event, which answers name.
 */
id: Seq, seat: number, proposal: Proposal, asked: Array<number>, agreed: Array<number>, 
/**
 * Who asked for the seat, if it is to be handed over.
 */
to: PlayerView | null, };

export type OutlineView = "round" | "hexagon";

export type PageView = { kind: KindView, 
/**
 * The number of the last event in `table`.
 */
seq: Seq, 
/**
 * The table as it was when the page was made.
 */
table: TableView, 
/**
 * Who the cookie says you are.
 */
you: PlayerView | null, 
/**
 * The name to offer to a newcomer who takes a chair.
 */
suggested_name: string, 
/**
 * Whether there is a socket to open: not for a finished game whose rematch is known, or that ended long ago.
 */
live: boolean, 
/**
 * What was written at the table, once its game is over.
 */
chat: ChatView | null, 
/**
 * The server's time when the page was made, which is that of deadlines; none once the game is over.
 */
now: UnixMs | null, 
/**
 * For how many milliseconds a player has to be away before they can be nudged, or their seat asked for.
 */
nudge_after: number, 
/**
 * The whole address of this page, to be shared.
 */
link: string, 
/**
 * The other tables where it is your turn, in the order of `/my`.
 */
turns: Array<TableCode>, 
/**
 * How many turns and drops there were when you last had the table in sight, if you play there and ever had.
 */
looked?: number, 
/**
 * The rematch, if the game is over and one was proposed.
 */
rematch: RematchView | null, };

export type PhaseName = "waiting" | "playing" | "over";

export type PieceView = { symbol: string, 
/**
 * `None` if it is nobody's.
 */
seat: number | null, 
/**
 * In degrees clockwise from the top.
 */
facing: number | null, };

export type PlaceView = { 
/**
 * In the notation.
 */
name: string, 
/**
 * The middle, from the left.
 */
x: number, 
/**
 * The middle, from the top.
 */
y: number, 
/**
 * Its form if it is no square: each is one unit across.
 */
outline?: OutlineView, };

export type PlanView = { player: PlayerId, 
/**
 * What can still come to be played of it; none if it has lapsed, or there is none.
 */
plan: Planned | null, 
/**
 * Why it has lapsed, in a sentence. It is told until the player's next turn.
 */
lapsed: string | null, };

export type Planned = { "what": "answers", answers: Array<PlannedAnswer>, } | { "what": "turn", turn: string, 
/**
 * Only if these cells are by then as they were when it was planned.
 */
cells: Array<number>, };

export type PlannedAnswer = { 
/**
 * The turn of the other.
 */
to: string, 
/**
 * The own turn.
 */
play: string, 
/**
 * What follows.
 */
then: Array<PlannedAnswer>, };

export type PlanningView = { 
/**
 * The game, and what is planned as its variations. At a table for more than two it is the player's turn in it.
 */
explored: ExploreView, 
/**
 * The turn that others think about: [`TableView::turn`](super::TableView::turn).
 */
turn: number, 
/**
 * Whose plan it is.
 */
seat: number, 
/**
 * What is planned. A turn that is not legal in this position is not among the variations.
 */
planned: Planned | null, };

export type PlayerId = string;

export type PlayerKind = "guest" | "member" | "bot";

export type PlayerView = { id: PlayerId, 
/**
 * At this table, for those who sit there.
 */
name: string, kind: PlayerKind, 
/**
 * The level of a bot of this server, from 1 to 10.
 */
level?: number, 
/**
 * The name of the member whose program it is, for any other bot.
 */
owner?: string, 
/**
 * On whose device they sit at this table, if it is not their own.
 */
companion_of?: PlayerId, };

export type PlyView = { seat: number, 
/**
 * As in the record: `e5,f6`, `drop:3`.
 */
text: string, 
/**
 * How lists write it, where that is another way: as the game's own people do, and a drop in words.
 */
short?: string, 
/**
 * The turn in words that follow the player's name, where its changes do not say it all.
 */
words?: string, changes: Array<ChangeView>, 
/**
 * What the seats hold afterwards: for each of the kind's tallies, a number for each seat.
 */
tallies: Array<Array<number>>, to_move: number | null, 
/**
 * When it was made; none where the record does not know.
 */
at: UnixMs | null, 
/**
 * How much of its time the seat used, in milliseconds, if its clock ran.
 */
spent?: number, 
/**
 * `None` for a turn, and for a seat that resigned.
 */
reason?: DropReason, };

export type PracticeView = { 
/**
 * Its name in addresses: the day and the game.
 */
id: string, 
/**
 * The game that it is from, and how many turns and drops come before it there.
 */
code: TableCode, ply: number, lesson: LessonView, 
/**
 * The best turn, with those that follow. Its chances are not known.
 */
best: SuggestionView, };

export type PreviewView = { changes: Array<ChangeView>, 
/**
 * What would change as well if the turn ended now; `None` if it cannot end now, or ends with these steps.
 */
end: Array<ChangeView> | null, complete: boolean, tallies: Array<Array<number>>, 
/**
 * Empty when the turn is complete.
 */
clicks: ClicksView, guide: GuideView, 
/**
 * In sentences; empty if they cost nothing.
 */
cost: string, };

export type Proposal = { "what": "draw" } | { "what": "score" } | { "what": "take_back", turns: number, } | { "what": "drop", seat: number, } | { "what": "bot", seat: number, level: BotLevel, } | { "what": "hand_over", to: PlayerId, } | { "what": "abandon" };

export type RatingChangeView = { before: RatingView, after: RatingView, };

export type RatingView = { rating: number, uncertainty: number, };

export type Reads = "all" | "players" | "watchers" | "own";

export type ReasonView = { "r": "wins" } | { "r": "stops_win", seat: number, } | { "r": "captures", cells: Array<string>, } | { "r": "controls", cells: Array<string>, } | { "r": "promotes", cells: Array<string>, } | { "r": "threatens_win" } | { "r": "saves", cells: Array<string>, } | { "r": "threatens", cells: Array<string>, } | { "r": "builds", cell: string, have: number, } | { "r": "blocks", seat: number, cell: string, } | { "r": "nearer" } | { "r": "hinders", seat: number, } | { "r": "advances", rows: number, } | { "r": "joins", cell: string, } | { "r": "opens", cells: number, } | { "r": "saves_pass", stones: number, };

export type RefusalCode = "malformed" | "too_large" | "no_hello" | "version" | "other_address" | "no_name" | "bad_name" | "name_taken" | "not_here" | "no_such_chair" | "chair_taken" | "already_seated" | "not_seated" | "no_such_player" | "not_host" | "removed" | "not_waiting" | "not_playing" | "over" | "not_over" | "rematch_proposed" | "no_hints" | "no_swap" | "not_your_turn" | "wrong_turn" | "illegal_step" | "unfinished" | "dropped" | "offered" | "no_offer" | "not_asked" | "bad_offer" | "offer_too_soon" | "bad_plan" | "no_such_setup" | "seats_taken" | "unchanged" | "bad_clock" | "chairs_changed" | "link_used" | "too_fast" | "bad_line" | "too_many_lines" | "silenced" | "chat_closed" | "try_again" | "unknown" | "unavailable" | "rated" | "bots_elsewhere" | "invalid_token" | "insufficient_scope" | "not_found" | "table_lost";

export type RematchView = { code: TableCode, 
/**
 * The name of the player who proposed it.
 */
by: string, };

export type ReviewProgress = { "t": "looking", done: number, of: number, } | { "t": "refining", done: number, of: number, 
/**
 * The review as it is after the first look, with the first of these lines.
 */
review?: ReviewView, } | { "t": "ready" } | { "t": "failed", 
/**
 * Why, for people.
 */
sentence: string, };

export type ReviewView = { 
/**
 * Each seat's chance to come first, from 0 to 1 and all together 1: at the start, and after each turn or drop. The last
 * ones are the result.
 */
chances: Array<Array<number>>, 
/**
 * The place that each seat can expect in the same positions; none at a table for two.
 */
places: Array<Array<number>> | null, 
/**
 * What could be played in each of these positions; none where the game is over.
 */
turns: Array<ReviewedTurnView | null>, 
/**
 * The turns that cost most, in the order in which they were played.
 */
turning_points: Array<TurningPointView>, };

export type ReviewedTurnView = { best: SuggestionView, 
/**
 * Each seat's chance to come first after the turn that was played, looked at like the best one; none where none was.
 */
played: Array<number> | null, };

export type RunningClockView = { seat: number, 
/**
 * From when on it runs; in a grace period this is still to come.
 */
from: UnixMs, deadline: UnixMs, };

export type SentenceView = { 
/**
 * The seats whose players it begins with, if it is about some.
 */
seats: Array<number>, 
/**
 * The sentence, or what comes after their names. After that of one seat it fits "You", too, except for who wins.
 */
words: string, };

export type Seq = number;

export type ServerMessage = { "t": "welcome", 
/**
 * The protocol version of the server.
 */
version: number, 
/**
 * Who the cookie says you are.
 */
you: PlayerView | null, 
/**
 * The server's time: that of deadlines.
 */
now: UnixMs, } | { "t": "snapshot", 
/**
 * The number of the last event in it.
 */
seq: Seq, table: TableView, } | { "t": "event", 
/**
 * Its number: one more than the last one's.
 */
seq: Seq, at: UnixMs, event: EventView, } | { "t": "live", 
/**
 * The seated players who are connected.
 */
present: Array<PlayerId>, 
/**
 * The players of a game who are not.
 */
away: Array<AwayView>, 
/**
 * At which turn the player to move was nudged last.
 */
nudged: number | null, 
/**
 * How many others watch.
 */
watchers: number, 
/**
 * Milliseconds until the game starts, while a countdown runs.
 */
countdown: number | null, } | { "t": "turns", tables: Array<TableCode>, 
/**
 * Where the others have nudged you.
 */
nudged: Array<TableCode>, } | { "t": "plans", plans: Array<PlanView>, } | { "t": "chat", chat: ChatView, } | { "t": "said", line: LineView, } | { "t": "silenced", n: number, player: PlayerView, 
/**
 * Whether they are silenced now.
 */
silenced: boolean, } | { "t": "done", id: CommandId, 
/**
 * The number of the event or the entry.
 */
seq: number, } | { "t": "refused", 
/**
 * The command or the preview, if it could be read.
 */
id: CommandId | null, 
/**
 * Why, for programs.
 */
code: RefusalCode, 
/**
 * Why, for people.
 */
sentence: string, } | { "t": "preview", 
/**
 * The question.
 */
id: CommandId, 
/**
 * What the steps would do.
 */
preview: PreviewView, } | { "t": "pong", 
/**
 * The server's time.
 */
now: UnixMs, };

export type Starter = "experienced" | "random" | "seated";

export type SuggestionView = { ply: PlyView, 
/**
 * Each seat's chance to come first if it is played, from 0 to 1 and all together 1.
 */
chances: Array<number>, 
/**
 * The turns that would follow; empty where nobody asked for them.
 */
line: Array<PlyView>, 
/**
 * Why it is good, the weightiest first; empty where nobody asked, or nothing can be said.
 */
reasons: Array<ReasonView>, };

export type Swap = { from: PlayerId, 
/**
 * Counted from 0, like `to_chair`.
 */
from_chair: number, to: PlayerId, to_chair: number, };

export type TableCode = string;

export type TableView = { code: TableCode, 
/**
 * Whether lists show it.
 */
public: boolean, starter: Starter, 
/**
 * May remove others before the start.
 */
host: PlayerId | null, held_by: PlayerId | null, phase: PhaseName, 
/**
 * Before the start by chair, afterwards in order of play.
 */
chairs: Array<PlayerView | null>, start: DiagramView, plies: Array<PlyView>, 
/**
 * In the order in which they were made.
 */
taken_back: Array<TakenBackView>, 
/**
 * Named by messages about this position: each turn, drop, takeback and swap of sides raises it by one.
 */
turn: number, offer: OfferView | null, 
/**
 * The seats that were on one device when the game began, device by device.
 */
shared_devices?: Array<Array<number>>, 
/**
 * Whether watchers may not explore the game while it is on.
 */
only_watch?: boolean, 
/**
 * Whether the lines of watchers are withheld until the end: before that each of them reads only their own.
 */
keeps_lines?: boolean, 
/**
 * Whether the other player may take the side that has played the first turn; before the start, whether they may if two play.
 */
pie_rule?: boolean, 
/**
 * Whether they have done so.
 */
sides_swapped?: boolean, 
/**
 * Whether it is a table of a tournament, where nothing is taken back and no bot plays on for anybody.
 */
in_tournament?: boolean, 
/**
 * The position of another game that this one goes on from.
 */
from?: FromView, started_at?: UnixMs, ending: EndingView | null, kept: KeptView | null, 
/**
 * Before the start: the swaps of chairs that are asked for.
 */
swaps: Array<Swap>, 
/**
 * Before the start: what was changed last about the table or its chairs, in a sentence.
 */
change?: string, 
/**
 * The table where the same people may play again.
 */
rematch: RematchView | null, clock?: ClockTermsView, clocks?: ClocksView, 
/**
 * What the database last lost of this table, if anything.
 */
lost?: LostView, 
/**
 * When the last event was made; none in a record.
 */
changed_at?: UnixMs, rated?: boolean, 
/**
 * In the record of a rated game, by seat.
 */
ratings?: Array<RatingChangeView | null>, 
/**
 * In the record of a rated game: that some results changed ratings less than in full, or not at all.
 */
rating_note: string | null, };

export type TakenBackView = { 
/**
 * Its place, from 0, among all turns and drops ever made.
 */
at: number, 
/**
 * Its number in the game, from 1, before it was taken back.
 */
number: number, ply: PlyView, };

export type TransferLinkView = { link: string, 
/**
 * Until when it is valid.
 */
expires: UnixMs, 
/**
 * The link as a QR code: an SVG.
 */
qr: string, };

export type TriedView = { kind: KindView, start: DiagramView, to_move: number | null, preview: PreviewView, };

export type TurningPointView = { 
/**
 * Its number in the list of turns, from 1.
 */
ply: number, seat: number, };

export type UnixMs = number;

export type VariationView = { 
/**
 * The number of the turn before it, from 1; 0 if it is played in the position that is explored.
 */
after: number, ply: PlyView, 
/**
 * How the game would end with it, if it would.
 */
ending: EndingView | null, };
