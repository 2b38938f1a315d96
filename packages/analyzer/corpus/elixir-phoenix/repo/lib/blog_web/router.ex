defmodule BlogWeb.Router do
  use BlogWeb, :router

  scope "/", BlogWeb do
    get "/", PageController, :home
    get "/health", HealthController, :show
  end
end
