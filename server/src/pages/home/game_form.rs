//! The one form of the home page, which offers all games at once.

use axum::Form;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::error::{PageError, unreadable_form};

/// A form in which a choice that belongs to one game carries its name, such as `seats-bushwhacked`. `T` gets those of the game
/// that the field `kind` names as `seats`; the other games' are left out.
#[derive(Clone, Copy, Debug)]
pub struct GameForm<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for GameForm<T> {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<GameForm<T>, PageError> {
        let Form(fields): Form<Vec<(String, String)>> = Form::from_request(request, state).await?;
        let form = serde_urlencoded::to_string(of_the_game(&fields)).map_err(|_| unreadable_form())?;
        serde_urlencoded::from_str(&form)
            .map(GameForm)
            .map_err(|_| unreadable_form())
    }
}

/// The fields that every game has, and those of the game that was chosen.
fn of_the_game(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    let chosen = fields.iter().find(|(field, _)| field == "kind");
    let chosen = chosen.map_or("", |(_, kind)| kind);
    let mut own = Vec::new();
    for (field, value) in fields {
        match field.split_once('-') {
            None => own.push((field.as_str(), value.as_str())),
            Some((field, game)) if game == chosen => own.push((field, value)),
            Some(_) => {}
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::of_the_game;

    fn fields(form: &[(&str, &str)]) -> Vec<(String, String)> {
        form.iter()
            .map(|(field, value)| (field.to_string(), value.to_string()))
            .collect()
    }

    #[test]
    fn choices_of_other_games_are_left_out() {
        let form = fields(&[
            ("seats-bushka", "2"),
            ("kind", "btt"),
            ("seats-btt", "5"),
            ("name", "Ann-Kathrin"),
        ]);
        let own = [("kind", "btt"), ("seats", "5"), ("name", "Ann-Kathrin")];
        assert_eq!(of_the_game(&form), own);
        assert_eq!(of_the_game(&fields(&[("seats-btt", "5")])), []);
    }
}
