class ReminderJob < ActiveJob::Base
  def perform(id)
    Entry.find(id).touch
  end
end
