workers ENV.fetch("WEB_CONCURRENCY", 2)
port ENV.fetch("PORT") { 5000 }
preload_app!
