Rails.application.configure do
  config.enable_reloading = true
end
