class CreateConcerts < ActiveRecord::Migration[8.0]
  def change
    create_table :concerts do |t|
      t.date :held_on
      t.timestamps
    end
  end
end
