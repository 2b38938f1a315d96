import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { migrate, migrationsFolder, pendingMigrations } from './migrate.ts'

const folder = await mkdtemp(join(tmpdir(), 'longshore-migrations-'))
await cp(migrationsFolder, folder, { recursive: true })
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('migrate', () => {
  it('applies each file once when three processes start at once, and nothing the next time', async () => {
    const url = await emptyDatabase('migrate_once')
    const applied = await Promise.all([migrate(url, { folder }), migrate(url, { folder }), migrate(url, { folder })])
    expect(applied.filter((files) => files.length > 0)).toHaveLength(1)
    expect(await migrate(url, { folder })).toEqual([])
    expect(await pendingMigrations(url, folder)).toEqual([])
  })

  it('refuses a file that was changed after it was applied', async () => {
    const url = await emptyDatabase('migrate_changed')
    await writeFile(join(folder, '9000_extra.sql'), 'create table extra (id int);')
    await migrate(url, { folder })
    await writeFile(join(folder, '9000_extra.sql'), 'create table extra (id bigint);')
    await expect(migrate(url, { folder })).rejects.toThrow('9000_extra.sql was changed')
    await rm(join(folder, '9000_extra.sql'))
  })

  it('rolls back a file that fails halfway, and continues once the file is fixed', async () => {
    const url = await emptyDatabase('migrate_failed')
    await writeFile(join(folder, '9001_broken.sql'), 'create table half (id int); select 1 / 0;')
    await expect(migrate(url, { folder })).rejects.toThrow('9001_broken.sql failed')
    await writeFile(join(folder, '9001_broken.sql'), 'create table half (id int);')
    expect(await migrate(url, { folder })).toEqual(['9001_broken.sql'])
    await rm(join(folder, '9001_broken.sql'))
  })
})

async function emptyDatabase(name: string): Promise<string> {
  const base = inject('postgresUrl')
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return base.replace('/postgres?', `/${name}?`)
}
