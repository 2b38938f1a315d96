import Config

config :shelter, ecto_repos: [Shelter.Repo]

config :shelter, ShelterWeb.Endpoint,
  url: [host: "localhost"],
  adapter: Bandit.PhoenixAdapter,
  pubsub_server: Shelter.PubSub

import_config "#{config_env()}.exs"
