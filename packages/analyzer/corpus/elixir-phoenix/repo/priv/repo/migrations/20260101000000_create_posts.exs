defmodule Blog.Repo.Migrations.CreatePosts do
  use Ecto.Migration
end
