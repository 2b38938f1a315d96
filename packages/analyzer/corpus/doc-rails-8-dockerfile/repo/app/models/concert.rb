class Concert < ActiveRecord::Base
end
