defmodule Blog.Release do
  @app :blog

  def migrate do
    load_app()
  end

  defp load_app, do: Application.load(@app)
end
