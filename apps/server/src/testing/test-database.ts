/** A separate database for one test file, cloned from the migrated template of this run. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { createDatabase, type Database } from '../platform/database/database.ts'

export async function useTestDatabase(): Promise<{ url: string; database: Database }> {
  const base = inject('postgresUrl')
  const name = `t_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  await client.query(`create database ${name} template longshore_template`)
  await client.end()
  const url = base.replace('/postgres?', `/${name}?`)
  const database = createDatabase({ url, poolSize: 8, applicationName: 'longshore-test' })
  afterAll(() => database[Symbol.asyncDispose]())
  return { url, database }
}
