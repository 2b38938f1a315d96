use actix_web::{get, middleware::Logger, web, App, HttpResponse, HttpServer, Responder};
use mongodb::Client;

#[get("/healthz")]
async fn healthz() -> impl Responder {
    HttpResponse::Ok()
}

#[get("/beacons/{id}")]
async fn beacon(client: web::Data<Client>, id: web::Path<String>) -> impl Responder {
    let _ = client.default_database();
    HttpResponse::Ok().body(id.into_inner())
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    env_logger::init();
    let uri = std::env::var("MONGODB_URI").unwrap_or_else(|_| "mongodb://localhost:27017".into());
    let client = Client::with_uri_str(uri).await.expect("no database");

    HttpServer::new(move || {
        App::new()
            .wrap(Logger::default())
            .app_data(web::Data::new(client.clone()))
            .service(healthz)
            .service(beacon)
    })
    .bind(("0.0.0.0", 8085))?
    .run()
    .await
}
