import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('members', (table) => table.increments('id'))
  }

  async down() {
    this.schema.dropTable('members')
  }
}
