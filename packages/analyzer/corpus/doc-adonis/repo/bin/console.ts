import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'

new Ignitor(new URL('../', import.meta.url)).ace().handle(process.argv.splice(2))
