import "@hotwired/turbo-rails"
