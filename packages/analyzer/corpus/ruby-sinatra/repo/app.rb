require "sinatra/base"
require "mongo"

class App < Sinatra::Base
  configure do
    set :db, Mongo::Client.new(ENV.fetch("MONGODB_URI"))
  end

  get "/healthcheck" do
    "ok"
  end

  get "/" do
    "hello"
  end
end
