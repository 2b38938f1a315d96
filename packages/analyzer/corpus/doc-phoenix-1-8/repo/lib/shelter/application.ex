defmodule Shelter.Application do
  use Application

  def start(_type, _args) do
    children = [Shelter.Repo, {Phoenix.PubSub, name: Shelter.PubSub}, ShelterWeb.Endpoint]
    Supervisor.start_link(children, strategy: :one_for_one, name: Shelter.Supervisor)
  end
end
