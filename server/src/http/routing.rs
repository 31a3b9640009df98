//! Routes to handlers, whatever they take.
//!
//! axum makes a service of every handler, of types of its own, and at each of them the compiler goes through all that the handler's
//! future holds to see that it may be sent to another thread. With hundreds of handlers that took more than a fifth of the time to
//! compile this crate. Here they are all of one type.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter};

use crate::app::App;

type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

#[derive(Clone)]
struct AnyHandler(Arc<dyn Fn(Request, App) -> Answer + Send + Sync>);

impl Handler<(), App> for AnyHandler {
    type Future = Answer;

    fn call(self, request: Request, app: App) -> Answer {
        (self.0)(request, app)
    }
}

/// A route for GET, and for HEAD as in axum.
pub(crate) fn get<H, T>(handler: H) -> MethodRouter<App>
where
    H: Handler<T, App, Future = Answer> + Sync,
{
    on(MethodFilter::GET, handler)
}

/// A route for POST.
pub(crate) fn post<H, T>(handler: H) -> MethodRouter<App>
where
    H: Handler<T, App, Future = Answer> + Sync,
{
    on(MethodFilter::POST, handler)
}

fn on<H, T>(method: MethodFilter, handler: H) -> MethodRouter<App>
where
    H: Handler<T, App, Future = Answer> + Sync,
{
    let call = move |request, app| handler.clone().call(request, app);
    axum::routing::on(method, AnyHandler(Arc::new(call)))
}
