import { expect, test } from 'vitest'
import type { App } from '../app.ts'
import { claim } from '../claim.ts'
import { Folder } from '../folder.ts'
import { makeApp } from '../languages/make-app.ts'
import type { Reading } from '../reading.ts'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { engineOfImage } from './engines.ts'
import { findDatabases } from './find-databases.ts'

async function find(
  files: Record<string, string>,
  packages: readonly string[] = [],
  options: { language?: string; reading?: Reading } = {},
) {
  const repository = new Repository(treeOf(files))
  const dependencies: App['dependencies'] = new Map(
    packages.map((name) => [name, { version: null, file: 'package.json', line: 3 }]),
  )
  const app = makeApp(new Folder(repository, '.'), {
    language: claim(options.language ?? 'node', 1),
    processes: [],
    dependencies,
  })
  const found = await findDatabases({ repository, root: '.', apps: [app], reading: options.reading ?? null })
  return found.map(({ engine }) => engine).sort()
}

test.each([
  ['drivers', {}, ['pg', 'bullmq', 'express'], ['postgres', 'redis']],
  ['two drivers of one engine', {}, ['ioredis', 'bull'], ['redis']],
  ['a file beside a server is for tests', {}, ['pg', 'sqlite3'], ['postgres']],
  ['a file alone', {}, ['better-sqlite3'], ['sqlite']],
  ['libSQL with a file', { 'src/db.ts': "createClient({ url: 'file:local.db' })" }, ['@libsql/client'], ['sqlite']],
  [
    'libSQL with a server',
    { 'src/db.ts': 'createClient({ url: process.env.TURSO_DATABASE_URL, authToken: process.env.TURSO_AUTH_TOKEN })' },
    ['@libsql/client'],
    [],
  ],
  [
    'Prisma',
    { 'prisma/schema.prisma': 'datasource db {\n  provider = "postgresql"\n  url = env("DATABASE_URL")\n}' },
    ['@prisma/client'],
    ['postgres'],
  ],
  ['Drizzle', { 'drizzle.config.ts': "export default { dialect: 'mysql' }" }, ['drizzle-orm'], ['mysql']],
  [
    'Django',
    { 'app/settings.py': "DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql'}}" },
    ['django'],
    ['postgres'],
  ],
  [
    'Rails',
    { 'config/database.yml': 'default: &d\n  adapter: sqlite3\nproduction:\n  <<: *d\n  adapter: postgresql\n' },
    [],
    ['postgres'],
  ],
  ['Laravel', { '.env.example': 'DB_CONNECTION=pgsql\nREDIS_HOST=127.0.0.1\n' }, [], ['postgres']],
  ['Laravel with Redis', { '.env.example': 'DB_CONNECTION=sqlite\nQUEUE_CONNECTION=redis\n' }, [], ['redis', 'sqlite']],
  [
    'Spring',
    { 'src/main/resources/application.properties': 'spring.datasource.url=jdbc:postgresql://localhost/x' },
    [],
    ['postgres'],
  ],
  ['an address in an example', { '.env.example': 'CACHE=redis://localhost:6379\n' }, [], ['redis']],
  [
    'add-ons',
    { 'app.json': '{"addons":["heroku-postgresql:mini",{"plan":"heroku-redis"}]}' },
    [],
    ['postgres', 'redis'],
  ],
])('%s', async (_name, files, packages, expected) => {
  expect(await find(files, packages)).toEqual(expected)
})

test('reads features of sqlx', async () => {
  expect(
    await find(
      { 'Cargo.toml': '[dependencies]\nsqlx = { version = "0.8", features = ["runtime-tokio", "postgres"] }\n' },
      ['sqlx'],
      { language: 'rust' },
    ),
  ).toEqual(['postgres'])
})

test('does not find a database of compose a second time', async () => {
  const database = {
    engine: 'mariadb' as const,
    name: 'db',
    version: '11',
    variables: [],
    supported: true,
    confidence: 1,
    evidence: [],
  }
  const reading: Reading = {
    kind: 'compose',
    file: 'compose.yaml',
    isComplete: false,
    services: [],
    databases: [database],
    variables: [],
    warnings: [],
  }
  expect(await find({}, ['mysql2'], { reading })).toEqual(['mariadb'])
})

test.each([
  ['postgres:16.2-alpine', 'postgres', '16.2'],
  ['bitnami/postgresql', 'postgres', null],
  ['pgvector/pgvector:pg17', 'postgres', '17'],
  ['timescale/timescaledb:2.17-pg16', 'postgres', '16'],
  ['localhost:5000/redis:7', 'redis', '7'],
  ['valkey/valkey@sha256:abc', 'redis', null],
  ['mcr.microsoft.com/mssql/server:2022-latest', 'mssql', '2022'],
  ['docker.elastic.co/elasticsearch/elasticsearch:8.15.0', 'elasticsearch', '8.15.0'],
])('%s runs %s', (image, engine, version) => {
  expect(engineOfImage(image)).toEqual({ engine, version })
})
