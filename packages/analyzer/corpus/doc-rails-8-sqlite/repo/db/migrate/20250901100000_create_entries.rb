class CreateEntries < ActiveRecord::Migration[8.1]
  def change
    create_table :entries, &:timestamps
  end
end
