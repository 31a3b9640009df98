//! A start that the director moves.

use super::super::decide::MOST_MOVES;
use super::*;

#[test]
fn the_director_moves_the_start_and_who_has_confirmed_is_asked_again() -> TestResult {
    let why = Reason::parse("Half of us come later.")?;
    let move_to = |starts_at: i64| Action::MoveStart {
        starts_at: UnixMs(starts_at),
        why: why.clone(),
    };
    let mut story = Story::begin(terms(Format::Swiss { rounds: 4 }, 2, 2, REAL_TIME)?)?;
    let people: Vec<PlayerId> = (0..3).map(|_| story.sign_up()).collect::<Result<_, _>>()?;
    let director = story.state.director;
    assert_eq!(
        story.act(people[0], &move_to(2 * START)),
        Err(Refusal::NotDirector)
    );
    story.now = START - MINUTE;
    for player in &people {
        story.act(*player, &Action::Confirm)?;
    }
    assert_eq!(story.act(director, &move_to(START)), Err(Refusal::SameStart));
    assert_eq!(story.act(director, &move_to(story.now)), Err(Refusal::Start));
    assert_eq!(
        story.act(director, &move_to(400 * 24 * START)),
        Err(Refusal::Start)
    );
    story.now = 0;
    for sooner in [1, 10 * MINUTE - 1] {
        assert_eq!(
            story.act(director, &move_to(sooner)),
            Err(Refusal::NoTimeToConfirm)
        );
    }
    story.now = START - MINUTE;
    // They are there, and the start is near.
    story.act(director, &move_to(START + 5 * MINUTE))?;
    assert!(story.state.present().all(|entrant| entrant.confirmed));
    story.act(director, &move_to(2 * START))?;
    assert!(story.state.present().all(|entrant| !entrant.confirmed));
    assert_eq!(story.state.start_seq(), story.state.seq);
    assert_eq!(story.state.due_at(), Some(UnixMs(2 * START)));
    story.now = START + 5 * MINUTE;
    assert_eq!(story.due(), None);
    assert_eq!(story.act(people[0], &Action::Confirm), Err(Refusal::TooEarly));
    for step in 3..=MOST_MOVES as i64 {
        story.act(director, &move_to(2 * START + step))?;
    }
    assert_eq!(
        story.act(director, &move_to(2 * START)),
        Err(Refusal::TooManyMoves)
    );
    story.now = 2 * START - MINUTE;
    for player in &people {
        story.act(*player, &Action::Confirm)?;
    }
    story.now = 2 * START + MOST_MOVES as i64;
    assert!(matches!(story.due(), Some(TournamentEvent::Begun { players, .. }) if players == people));
    assert_eq!(
        story.act(director, &move_to(3 * START)),
        Err(Refusal::BegunAlready)
    );
    assert_eq!(State::replay(&story.log)?, story.state);
    story.act(director, &Action::Cancel { why: why.clone() })?;
    assert_eq!(story.act(director, &move_to(3 * START)), Err(Refusal::Over));
    Ok(())
}
