use axum::{routing::get, Router};
use sqlx::postgres::PgPoolOptions;

mod links;

#[tokio::main]
async fn main() {
    tracing_subscriber::fmt::init();
    let url = std::env::var("DATABASE_URL").expect("DATABASE_URL must be set");
    let base = std::env::var("BASE_URL").unwrap_or_else(|_| "http://localhost:3000".to_string());
    let pool = PgPoolOptions::new().connect(&url).await.unwrap();
    let app = Router::new()
        .route("/health", get(|| async { "ok" }))
        .merge(links::router(base))
        .with_state(pool);
    let listener = tokio::net::TcpListener::bind("0.0.0.0:3000").await.unwrap();
    axum::serve(listener, app).await.unwrap();
}
