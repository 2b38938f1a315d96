threads 3, 3
port ENV.fetch("PORT", 3000)
plugin :solid_queue if ENV["SOLID_QUEUE_IN_PUMA"]
