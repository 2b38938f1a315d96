defmodule BlogWeb.Endpoint do
  use Phoenix.Endpoint, otp_app: :blog
end
