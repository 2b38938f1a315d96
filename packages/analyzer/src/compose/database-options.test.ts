import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

async function read(yaml: string, files: Record<string, string> = {}) {
  const { services, databases, variables, warnings } = await analyze(treeOf({ 'compose.yaml': yaml, ...files }))
  return {
    ...{ services, databases, variables },
    notes: warnings.filter(({ code }) => code.startsWith('compose_')),
    codes: warnings.map(({ code }) => code),
  }
}

test.each([
  ['mongo:8', 'mongodb'],
  ['mysql:8', 'mysql'],
  ['docker.elastic.co/elasticsearch/elasticsearch:9.1.0', 'elasticsearch'],
  ['rabbitmq:4-management', 'rabbitmq'],
  ['apache/kafka:4.1.0', 'kafka'],
  ['memcached:1.6', 'memcached'],
  ['clickhouse/clickhouse-server:25', 'clickhouse'],
  ['mcr.microsoft.com/mssql/server:2022-latest', 'mssql'],
])('%s is a plain service that others reach by name', async (image, engine) => {
  const text = `services:
  app: { image: shop, ports: ["80:80"], depends_on: [store] }
  store:
    image: ${image}
    command: ["--flag"]
    ports: ["27017:27017"]
    volumes: [data:/data/db]
    healthcheck: { test: "curl -f http://localhost:9200/_health", interval: 10s }
    environment: { MODE: fast }
`
  const { services, databases, variables, notes } = await read(text)
  expect(databases).toEqual([])
  expect(services).toMatchObject([
    { name: 'app', kind: 'web', dependsOn: ['store'] },
    {
      ...{ name: 'store', kind: 'worker', builder: 'image', image, port: null, startArguments: ['--flag'] },
      volumes: [{ name: 'data', path: '/data/db' }],
      // Without a port, an HTTP check has nowhere to go.
      healthCheck: { type: 'command', command: 'curl -f http://localhost:9200/_health', intervalSeconds: 10 },
    },
  ])
  expect(variables).toMatchObject([{ key: 'MODE', default: 'fast', services: ['store'] }])
  expect(notes).toMatchObject([
    {
      code: 'compose_database_as_service',
      message: expect.stringContaining(engine),
      hint: expect.stringMatching(/^Backups contain its volumes/),
    },
  ])
})

test('says that data without a volume is lost', async () => {
  const { notes } = await read('services: { store: { image: "mongo:8" } }')
  expect(notes).toMatchObject([{ code: 'compose_database_as_service', hint: expect.stringContaining('Add a volume') }])
})

test('code that uses a database of the file needs no other one', async () => {
  const files = {
    'package.json': JSON.stringify({
      name: 'shop',
      scripts: { start: 'node x.js' },
      dependencies: { mongoose: '9', mysql2: '3', redis: '5' },
    }),
    'x.js': 'x',
  }
  const text = 'services: { app: { build: . }, store: { image: "mongo:8" }, sql: { image: "mysql:9" } }'
  const { databases, codes } = await read(text, files)
  expect(databases.map(({ engine }) => engine)).toEqual(['redis'])
  expect(codes).not.toContain('database_not_supported')
})

test.each(['postgres:17', 'mariadb:12', 'redis:8', 'valkey/valkey:9'])('%s stays a managed database', async (image) => {
  const { services, databases, notes } = await read(
    `services: { db: { image: "${image}", volumes: ["data:/data"], restart: always, environment: { POSTGRES_DB: app, REDIS_PASSWORD: x } } }`,
  )
  expect(services).toEqual([])
  expect(databases).toMatchObject([{ name: 'db', supported: true }])
  expect(notes).toEqual([])
})

test.each([
  ['command: postgres -c max_connections=200', 'its own command'],
  ['user: postgres', 'the container options'],
  ['shm_size: 1g', 'the container options'],
  ['mem_limit: 1g', 'the limits'],
  ['scale: 2', '2 containers'],
  ['volumes: ["./init.sql:/docker-entrypoint-initdb.d/init.sql"]', 'init.sql'],
  ['volumes: ["./pg.conf:/etc/postgresql/postgresql.conf:ro"]', 'pg.conf'],
  ['volumes: ["./pg:/var/lib/postgresql/data"]', './pg'],
  ['volumes: ["/srv/pg:/var/lib/postgresql/data"]', '/srv/pg'],
  ['configs: [settings]', 'the config settings'],
  ['secrets: [password]', 'the secret password'],
  ['environment: { POSTGRES_INITDB_ARGS: "--no-sync" }', 'POSTGRES_INITDB_ARGS'],
  ['hostname: store', 'the hostname store'],
  ['container_name: shop-db', 'the hostname shop-db'],
])('says that a managed database is without %s', async (yaml, what) => {
  const { databases, notes } = await read(`services:\n  db:\n    image: postgres:17\n    ${yaml}\n`)
  expect(databases).toHaveLength(1)
  expect(notes).toMatchObject([{ code: 'compose_database_option', message: expect.stringContaining(what) }])
  expect(notes[0]?.hint).toMatch(/\w{3}.*\.$/)
})

test('says that a database has another image, or another name', async () => {
  const { databases, notes } = await read('services: { my_db: { image: "pgvector/pgvector:pg17" } }')
  expect(databases).toMatchObject([{ engine: 'postgres', name: 'my-db', version: '17' }])
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringContaining('pgvector/pgvector'),
    expect.stringContaining('my_db'),
  ])
})

test('a variable with the alias of a link gets the URL of the database', async () => {
  const { variables } = await read(
    'services: { app: { image: shop, links: ["db:store"], environment: { DATABASE_URL: "postgres://a:b@store/c" } }, db: { image: "postgres:17" } }',
  )
  expect(variables).toMatchObject([{ key: 'DATABASE_URL', providedBy: 'db', required: false }])
})
