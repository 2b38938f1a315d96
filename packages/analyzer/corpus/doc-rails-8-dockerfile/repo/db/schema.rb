ActiveRecord::Schema[8.0].define(version: 2025_09_01_100000) do
  create_table "concerts", force: :cascade do |t|
    t.date "held_on"
  end
end
