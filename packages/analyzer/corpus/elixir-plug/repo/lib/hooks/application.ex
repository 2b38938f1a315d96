defmodule Hooks.Application do
  use Application

  def start(_type, _args) do
    children = [{Bandit, plug: Hooks.Router, port: 4001}]
    Supervisor.start_link(children, strategy: :one_for_one)
  end
end
