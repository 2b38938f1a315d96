Rails.application.configure do
  config.eager_load = true
  config.active_job.queue_adapter = :sidekiq
end
