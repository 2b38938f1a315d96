Rails.application.configure do
  config.enable_reloading = false
  config.eager_load = true
  config.assume_ssl = true
  config.force_ssl = true
  config.log_level = ENV.fetch("RAILS_LOG_LEVEL", "info")
end
