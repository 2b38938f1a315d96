pub fn redis_url() -> String {
    std::env::var("REDIS_URL").unwrap_or("redis://127.0.0.1/".into())
}
