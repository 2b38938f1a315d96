import Config

config :shelter, ShelterWeb.Endpoint, cache_static_manifest: "priv/static/cache_manifest.json"
