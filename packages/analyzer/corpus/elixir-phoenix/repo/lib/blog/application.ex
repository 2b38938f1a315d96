defmodule Blog.Application do
  use Application
end
