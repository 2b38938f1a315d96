import { Env } from '@adonisjs/core/env'

export default await Env.create(new URL('../', import.meta.url), {
  PORT: Env.schema.number(),
  APP_KEY: Env.schema.string(),
  DB_HOST: Env.schema.string({ format: 'host' }),
})
