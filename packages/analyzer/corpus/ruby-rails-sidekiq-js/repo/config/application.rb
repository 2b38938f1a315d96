require_relative "boot"

require "rails/all"

Bundler.require(*Rails.groups)

module Billing
  class Application < Rails::Application
    config.load_defaults 7.0
    config.autoload_lib(ignore: %w[assets tasks])
  end
end
