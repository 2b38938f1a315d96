ActiveRecord::Schema[7.2].define(version: 1) do
end
