//! Clubs: roles change for those who still have the ones before, and a club with members has an officer.

use thicket_server::ids::ClubId;
use thicket_server::model::club::{ClubName, ClubText, Joining, MOST_CLUBS, Role};
use thicket_server::store::ClubTerms;

use super::*;
use crate::common::base::both;

fn terms(name: &str) -> ClubTerms {
    ClubTerms {
        name: ClubName::parse(name).unwrap(),
        text: ClubText::default(),
        joining: Joining::OnRequest,
    }
}

async fn found(store: &Store, name: &str, founder: PlayerId) -> ClubId {
    let id = ClubId::fresh();
    let is_new = store
        .found_club(id, terms(name), "secret".to_owned(), founder, NOON)
        .await;
    assert!(is_new.unwrap());
    id
}

both! {
    async fn a_club_with_members_has_an_officer(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let ben = player(&store, "Ben").await;
        let cem = player(&store, "Cem").await;
        let id = found(&store, "Tuesdays", ann).await;
        let again = store.found_club(ClubId::fresh(), terms("TUESDAYS"), String::new(), ben, NOON).await;
        assert!(!again.unwrap(), "the name is taken");
        let change = async |player, from, to, at| {
            store.change_club_role(id, player, from, to, NOON + at).await.unwrap()
        };
        assert!(change(ben, None, Some(Role::Asked), 1).await);
        assert!(!change(ben, None, Some(Role::Asked), 1).await, "they have another role now");
        assert_eq!(store.club(id).await.unwrap().unwrap().members, 1);
        assert!(change(cem, None, Some(Role::Member), 2).await);
        assert!(change(ben, Some(Role::Asked), Some(Role::Member), 3).await);
        let members = store.club_players(id, Role::Member, 9).await.unwrap();
        assert_eq!(members.iter().map(|member| member.player).collect::<Vec<_>>(), [cem, ben]);
        assert_eq!(store.club(id).await.unwrap().unwrap().members, 3);

        // Whoever has been a member for the longest time follows the last officer.
        assert!(change(ann, Some(Role::Officer), None, 4).await);
        assert_eq!(store.club_role(id, cem).await.unwrap(), Some(Role::Officer));
        store.delete_player(cem, NOON + 5).await.unwrap();
        assert_eq!(store.club_role(id, ben).await.unwrap(), Some(Role::Officer));
        assert_eq!(store.club(id).await.unwrap().unwrap().members, 1);
        assert!(store.clubs_of(cem).await.unwrap().is_empty());
        assert!(change(ben, Some(Role::Officer), Some(Role::Member), 6).await);
        assert_eq!(store.club_role(id, ben).await.unwrap(), Some(Role::Officer), "there is nobody else");
        assert!(change(ben, Some(Role::Officer), None, 7).await);
        assert!(store.clubs(9).await.unwrap().is_empty(), "nobody is left");
        assert!(change(ann, None, Some(Role::Member), 8).await);
        assert_eq!(store.club_role(id, ann).await.unwrap(), Some(Role::Officer), "the first one to come");

        let other = found(&store, "Fridays", ann).await;
        assert!(!store.change_club(other, terms("tuesdays")).await.unwrap());
        assert!(store.change_club(other, terms("fridays")).await.unwrap(), "its own name is not taken");
        store.renew_club_invitation(other, "another".to_owned()).await.unwrap();
        assert_eq!(store.club(other).await.unwrap().unwrap().invitation, "another");
        assert!(store.remove_club(other).await.unwrap());
        assert!(!store.remove_club(other).await.unwrap());
        let missing = store.change_club_role(other, ben, None, Some(Role::Member), NOON).await;
        assert!(!missing.unwrap(), "there is no club to join");
    }

    async fn nobody_is_in_more_clubs_than_they_may_be(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        for number in 0..MOST_CLUBS {
            found(&store, &format!("Club {number}"), ann).await;
        }
        let other = found(&store, "One more", player(&store, "Ben").await).await;
        let joins = async || store.change_club_role(other, ann, None, Some(Role::Member), NOON).await.unwrap();
        assert!(!joins().await);
        let first = store.clubs_of(ann).await.unwrap()[0].club.id;
        assert!(store.change_club_role(first, ann, Some(Role::Officer), None, NOON).await.unwrap());
        assert!(joins().await);
    }

    async fn tables_of_a_club_are_listed_until_they_are_taken_off(base: Base) {
        let store = base.open().await;
        let ann = player(&store, "Ann").await;
        let club = found(&store, "Tuesdays", ann).await;
        let made = new_table();
        let begun = vec![
            Projection::Table(made.clone()),
            Projection::ClubTable(club),
            seated(ann, "Ann", 0),
            Projection::TableState(TableState { phase: TablePhase::Waiting, ..state(1) }),
        ];
        store.append(event_with(made.id, 1, begun)).await.unwrap();
        let listed = store.club_tables(club, 9).await.unwrap();
        assert_eq!(listed.iter().map(|listed| listed.table.id).collect::<Vec<_>>(), [made.id]);
        assert_eq!(listed[0].people.len(), 1);
        let named = store.club_of_table(made.id).await.unwrap();
        assert_eq!(named, Some((club, "Tuesdays".to_owned())));
        let over = TableState { phase: TablePhase::Over, ..state(2) };
        store.append(event_with(made.id, 2, vec![Projection::TableState(over)])).await.unwrap();
        assert!(store.club_tables(club, 9).await.unwrap().is_empty());
        assert!(store.remove_club_table(club, made.id).await.unwrap());
        assert!(!store.remove_club_table(club, made.id).await.unwrap());
        assert_eq!(store.club_of_table(made.id).await.unwrap(), None);
    }
}
