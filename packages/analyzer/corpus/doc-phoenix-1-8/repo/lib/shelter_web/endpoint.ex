defmodule ShelterWeb.Endpoint do
  use Phoenix.Endpoint, otp_app: :shelter

  plug Plug.Static, at: "/", from: :shelter
  plug ShelterWeb.Router
end
