defmodule Hooks.Router do
  use Plug.Router

  plug :match
  plug :dispatch

  post "/hook" do
    send_resp(conn, 200, "ok")
  end
end
