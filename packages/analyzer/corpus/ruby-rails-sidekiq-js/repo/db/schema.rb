ActiveRecord::Schema.define(version: 1) do
end
