class ChargeJob
  include Sidekiq::Job
end
