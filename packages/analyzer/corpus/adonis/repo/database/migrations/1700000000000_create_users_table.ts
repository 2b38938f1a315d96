import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {}
