#[tokio::main]
async fn main() {
    loop {
        println!("{}", domain::redis_url());
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
}
