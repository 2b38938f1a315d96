ActiveRecord::Schema[8.1].define(version: 1) do
end
