use axum::{extract::State, routing::get, Json, Router};
use sqlx::PgPool;

#[tokio::main]
async fn main() {
    tracing_subscriber::fmt().init();

    let url = std::env::var("DATABASE_URL").expect("DATABASE_URL must be set");
    let pool = PgPool::connect(&url).await.unwrap();
    sqlx::migrate!().run(&pool).await.unwrap();

    let app = Router::new()
        .route("/health", get(|| async { "ok" }))
        .route("/guests", get(guests))
        .with_state(pool);

    let listener = tokio::net::TcpListener::bind("0.0.0.0:3000").await.unwrap();
    axum::serve(listener, app).await.unwrap();
}

async fn guests(State(pool): State<PgPool>) -> Json<Vec<String>> {
    let limit: i64 = std::env::var("GUEST_LIMIT").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    Json(sqlx::query_scalar("select name from guests limit $1").bind(limit).fetch_all(&pool).await.unwrap())
}
