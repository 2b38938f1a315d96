require "sidekiq/web"

Rails.application.routes.draw do
  mount Sidekiq::Web => "/sidekiq"
  get "/health", to: proc { [200, {}, ["ok"]] }
  resources :invoices
end
