pub async fn find(pool: &sqlx::PgPool, code: &str) -> Option<String> {
    sqlx::query_scalar!("select target from links where code = $1", code).fetch_optional(pool).await.unwrap()
}
