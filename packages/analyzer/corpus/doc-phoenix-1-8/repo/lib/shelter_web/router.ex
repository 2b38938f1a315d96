defmodule ShelterWeb.Router do
  use Phoenix.Router

  scope "/", ShelterWeb do
    get "/", PageController, :home
    get "/health", HealthController, :show
  end
end
