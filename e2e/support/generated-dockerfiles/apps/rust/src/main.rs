use axum::{routing::get, Router};
use tokio::signal::unix::{signal, SignalKind};

#[tokio::main]
async fn main() {
    let app = Router::new().route("/", get(|| async { "hello from rust" }));
    let listener = tokio::net::TcpListener::bind("0.0.0.0:3000").await.unwrap();
    let mut terminated = signal(SignalKind::terminate()).unwrap();
    axum::serve(listener, app)
        .with_graceful_shutdown(async move {
            terminated.recv().await;
        })
        .await
        .unwrap();
}
