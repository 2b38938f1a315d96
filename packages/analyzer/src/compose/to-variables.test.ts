import { expect, test } from 'vitest'
import { Repository } from '../repository.ts'
import { treeOf } from '../tree.ts'
import { readCompose } from './read-compose.ts'

const databases = `
  db: { image: postgres:16, environment: { POSTGRES_USER: wp, POSTGRES_PASSWORD: secret, POSTGRES_DB: blog } }
  my_sql: { image: "mariadb:11", environment: { MARIADB_ROOT_PASSWORD: "\${ROOT}", MARIADB_DATABASE: shop } }
  cache: { image: redis:7, command: redis-server --requirepass hush }
`

async function variablesOf(environment: Record<string, string | null>, others = databases) {
  const services = `services:\n  web:\n    image: nginx\n    environment: ${JSON.stringify(environment)}\n${others}`
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': services })), '.')
  if (reading === null) throw new Error('no reading')
  return reading
}

/** Returns the template or value of one variable, in a service that connects to all databases. */
async function templateOf(key: string, value: string) {
  const hosts = { A_HOST: 'db', B_HOST: 'my_sql', C_HOST: 'cache' }
  const { variables } = await variablesOf({ ...hosts, [key]: value })
  const found = variables.find((each) => each.key === key)
  return found?.template ?? found?.default ?? null
}

test.each([
  // URLs
  [
    'GF_URL',
    'postgres://wp:secret@db/grafana?sslmode=disable',
    'postgres://${DB_USER}:${DB_PASSWORD}@db/${DB_DATABASE}?sslmode=disable',
  ],
  [
    'A',
    'postgresql+asyncpg://wp@db:5432/blog',
    'postgresql+asyncpg://${DB_USER}:${DB_PASSWORD}@db:5432/${DB_DATABASE}',
  ],
  ['A', 'mysql2://root:${ROOT}@my_sql/shop', 'mysql2://${MY_SQL_USER}:${MY_SQL_PASSWORD}@my-sql/${MY_SQL_DATABASE}'],
  [
    'A',
    'jdbc:postgresql://db:5432/blog?user=wp&password=secret&ssl=false',
    'jdbc:postgresql://db:5432/${DB_DATABASE}?user=${DB_USER}&password=${DB_PASSWORD}&ssl=false',
  ],
  ['A', 'redis://cache:6379/1', 'redis://:${CACHE_PASSWORD}@cache:6379/1'],
  ['A', 'redis://default:hush@cache', 'redis://default:${CACHE_PASSWORD}@cache'],
  ['A', 'http://db:8080/x', 'http://db:8080/x'],
  ['A', 'tcp://db:5432', 'tcp://db:5432'],
  // connection strings
  [
    'A',
    'Server=db;Port=5432;User Id=wp;Password=secret;Database=blog',
    'Server=db;Port=5432;User Id=${DB_USER};Password=${DB_PASSWORD};Database=${DB_DATABASE}',
  ],
  [
    'A',
    "host=db user=wp password='se cret' dbname=blog sslmode=disable",
    "host=db user=${DB_USER} password='${DB_PASSWORD}' dbname=${DB_DATABASE} sslmode=disable",
  ],
  ['DSN', 'host=db password=secret dbname=blog', 'host=db password=${DB_PASSWORD} dbname=${DB_DATABASE}'],
  ['A', 'mysql:host=my_sql;dbname=shop', 'mysql:host=my-sql;dbname=${MY_SQL_DATABASE}'],
  [
    'A',
    'root:x@tcp(my_sql:3306)/shop?parseTime=true',
    '${MY_SQL_USER}:${MY_SQL_PASSWORD}@tcp(my-sql:3306)/${MY_SQL_DATABASE}?parseTime=true',
  ],
  ['A', 'host=elsewhere user=wp', 'host=elsewhere user=wp'],
  // single values
  ['WORDPRESS_DB_HOST', 'my_sql:3306', 'my-sql:3306'],
  ['WORDPRESS_DB_USER', 'wp', '${DB_USER}'],
  ['WORDPRESS_DB_PASSWORD', 'secret', '${DB_PASSWORD}'],
  ['WORDPRESS_DB_NAME', 'blog', '${DB_DATABASE}'],
  ['DB_USERNAME', 'root', '${MY_SQL_USER}'],
  ['REDIS_HOST_PASSWORD', 'hush', '${CACHE_PASSWORD}'],
  ['MODE', 'wp', 'wp'],
  ['DB', 'postgres', 'postgres'],
  ['PRICE', '$$5', '$5'],
])('%s: %s', async (key, value, expected) => expect(await templateOf(key, value)).toBe(expected))

test('asks for what a value refers to, once, and not for the value', async () => {
  const { variables } = await variablesOf({
    A_URL: 'http://u:${PW}@x/${PATH_PART:-p}',
    B: '${PW}',
    C: '${DB_PASSWORD}',
  })
  expect(
    variables.map(({ key, required, secret, scope, template }) => [key, required, secret, scope, template]),
  ).toEqual([
    ['A_URL', false, false, 'runtime', 'http://u:${PW}@x/p'],
    ['B', false, false, 'runtime', '${PW}'],
    ['C', false, false, 'runtime', '${DB_PASSWORD}'],
    ['PW', true, true, 'reference', null],
  ])
})

test.each([
  ['a literal password next to a reference', { A: 'http://u:literal@x/${B}' }],
  ['a literal part of a secret', { API_KEY: 'abc${B}' }],
  ['a reference to itself', { A: 'x${A}' }],
  ['a password of a connection string', { A: 'Host=x;Password=abc;Database=${B}' }],
])('a person sets %s', async (_what, environment) => {
  const { variables } = await variablesOf(environment)
  expect(variables).toMatchObject([{ required: true, default: null, template: null }])
})

test('a database provides what has the same meaning under its usual name', async () => {
  const own = { DATABASE_URL: 'postgres://wp:secret@db/blog', PGUSER: 'wp', PGHOST: 'db', REDIS_URL: 'redis://cache/0' }
  const only = databases.replace(/ {2}my_sql.*\n/, '')
  const { variables } = await variablesOf(own, only)
  expect(variables.map(({ key, providedBy, template }) => [key, providedBy, template])).toEqual([
    ['DATABASE_URL', 'db', null],
    ['PGUSER', 'db', null],
    ['PGHOST', 'db', null],
    ['REDIS_URL', 'cache', null],
  ])
  const two = await variablesOf({ DATABASE_URL: 'postgres://wp:secret@db/blog' })
  expect(two.variables[0]).toMatchObject({
    providedBy: null,
    template: 'postgres://${DB_USER}:${DB_PASSWORD}@db/${DB_DATABASE}',
  })
})

test('a database provides a key only if it has the same meaning for each service', async () => {
  const other = '  api: { image: nginx, environment: { DATABASE_URL: "postgres://db/blog?a=b" } }\n'
  const only = databases.replace(/ {2}my_sql.*\n/, '')
  const { variables } = await variablesOf({ DATABASE_URL: 'postgres://wp:secret@db/blog' }, other + only)
  expect(
    variables.map(({ required, secret, providedBy, template }) => [required, secret, providedBy, template]),
  ).toEqual([
    [false, false, null, 'postgres://${DB_USER}:${DB_PASSWORD}@db/${DB_DATABASE}'],
    [false, false, null, 'postgres://${DB_USER}:${DB_PASSWORD}@db/${DB_DATABASE}?a=b'],
  ])
})

test('one service that leaves a value to a person asks for the value of all', async () => {
  const other = '  api: { image: nginx, environment: { TOKEN: literal } }\n'
  const { variables } = await variablesOf({ TOKEN: '${T}' }, other)
  expect(variables.map(({ key, required, template }) => [key, required, template])).toEqual([
    ['TOKEN', true, null],
    ['TOKEN', true, null],
  ])
})

test('warns about a Redis without its password', async () => {
  const warned = async (environment: Record<string, string>) =>
    (await variablesOf(environment)).warnings.filter(({ code }) => code === 'compose_database_password')
  expect(await warned({ QUEUE_REDIS_HOST: 'cache' })).toMatchObject([
    { hint: expect.stringContaining('QUEUE_REDIS_PASSWORD, to ${CACHE_PASSWORD}') },
  ])
  expect(await warned({ REDIS_HOST: 'cache', REDIS_PASSWORD: 'hush' })).toEqual([])
  expect(await warned({ BROKER: 'redis://cache/1' })).toEqual([])
})

test('reads hostile values in linear time', async () => {
  for (const part of ['${', '://', 'a=', '"', '@tcp(', ' db '])
    await variablesOf({ DB_HOST: 'db', A: part.repeat(3_000) })
})

test('a secret file with the password of a database has the one that Longshore creates', async () => {
  const text = `
services:
  web: { image: nginx, secrets: [pw, other], environment: { WORDPRESS_DB_PASSWORD_FILE: /run/secrets/pw } }
  db: { image: "postgres:16", secrets: [pw], environment: { POSTGRES_PASSWORD_FILE: /run/secrets/pw } }
secrets: { pw: { file: ./pw.txt }, other: { file: ./other.txt } }`
  const reading = await readCompose(new Repository(treeOf({ 'compose.yaml': text })), '.')
  const files = reading?.variables.filter(({ key }) => key.startsWith('FILE_')) ?? []
  expect(files.map(({ template, required, secret }) => [template, required, secret])).toEqual([
    ['${DB_PASSWORD}', false, false],
    [null, true, true],
  ])
  const asked = reading?.warnings.filter(({ code }) => code === 'compose_file_as_variable') ?? []
  expect(asked.map(({ hint }) => hint)).toEqual([expect.stringContaining('FILE_OTHER_TXT')])
})

test('a setting for the platform can be a reference', async () => {
  expect(await templateOf('TZ', '${TIME_ZONE}')).toBe('${TIME_ZONE}')
})
