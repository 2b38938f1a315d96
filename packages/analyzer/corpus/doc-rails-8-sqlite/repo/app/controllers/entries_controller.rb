class EntriesController < ActionController::Base
  def index
    render plain: Entry.count.to_s
  end

  def create
    ReminderJob.perform_later(Entry.create!.id)
    head :created
  end
end
