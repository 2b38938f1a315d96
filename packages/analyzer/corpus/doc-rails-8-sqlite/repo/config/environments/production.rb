Rails.application.configure do
  config.eager_load = true
  config.active_job.queue_adapter = :solid_queue
  config.solid_queue.connects_to = { database: { writing: :queue } }
  config.secret_key_base = ENV.fetch("SECRET_KEY_BASE")
end
