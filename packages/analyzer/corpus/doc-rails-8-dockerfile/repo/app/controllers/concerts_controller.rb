class ConcertsController < ApplicationController
  def index
    @concerts = Concert.order(:held_on)
  end
end
