require "sinatra"
require "sequel"

DB = Sequel.connect(ENV.fetch("DATABASE_URL"))

set :session_secret, ENV.fetch("SESSION_SECRET")

get "/" do
  erb :index, locals: { jokes: DB[:jokes].limit(10).all }
end

get "/health" do
  "ok"
end
