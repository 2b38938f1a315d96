ActiveRecord::Schema[8.0].define(version: 1) do
end
