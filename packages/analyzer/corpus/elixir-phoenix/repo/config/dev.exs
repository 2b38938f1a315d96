import Config

config :blog, BlogWeb.Endpoint,
  http: [ip: {127, 0, 0, 1}, port: 4000]
