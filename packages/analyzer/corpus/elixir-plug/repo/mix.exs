defmodule Hooks.MixProject do
  use Mix.Project

  def project do
    [app: :hooks, version: "0.1.0", elixir: "~> 1.16", deps: deps()]
  end

  def application do
    [mod: {Hooks.Application, []}]
  end

  defp deps do
    [
      {:bandit, "~> 1.6"},
      {:plug, "~> 1.16"}
    ]
  end
end
