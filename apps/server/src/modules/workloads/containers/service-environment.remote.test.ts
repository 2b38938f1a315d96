import { expect, test } from 'vitest'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { openEnvironments } from './service-environment.remote.ts'

const organizationId = brandId<'org'>('00000000-0000-4000-8000-000000000001')
const password = 'p@ss/word'
const web = service('web', 'web', { port: 3_000 })
const databases = [service('db', 'postgres'), service('other-db', 'postgres'), service('cache', 'redis')]

function service(name: string, kind: 'web' | 'postgres' | 'mariadb' | 'redis', change: object = {}) {
  return { serviceId: crypto.randomUUID(), name, kind, configuration: ServiceConfiguration.parse(change), texts: {} }
}

interface Variable {
  key: string
  value: string
  isSecret?: boolean
  scope?: 'build' | 'runtime' | 'both' | 'reference'
  expand?: boolean
  service?: string
}

async function open(variables: Variable[], services = [web], hostnames = {}) {
  const rows = variables.map((each) => ({ ...each, id: crypto.randomUUID() }))
  const records = {
    openVariables: async (_: unknown, ids: readonly Id<'var'>[]) =>
      new Map(
        rows
          .filter((row) => ids.includes(brandId<'var'>(row.id)))
          .map((row) => [
            brandId<'var'>(row.id),
            {
              key: row.key,
              value: new Secret(row.value),
              isSecret: row.isSecret ?? false,
              scope: row.scope ?? 'both',
              expand: row.expand ?? false,
            },
          ]),
      ),
    openCredentials: async () => ({ username: 'app', databaseName: 'shop', password: new Secret(password) }),
  }
  const frozen = rows.map(({ id, key, service: only }) => ({ id, key, service: only ?? null }))
  return await openEnvironments(records, organizationId, { services, variables: frozen, hostnames })
}

test('passes values unchanged, sorted by key', async () => {
  const odd = 'line one\nline "two" $(id) `x` \\ é\u2028=;'
  const environments = await open([
    { key: 'ODD', value: odd },
    { key: 'EMPTY', value: '' },
  ])
  expect(environments.of(web).environment).toEqual([
    ['EMPTY', ''],
    ['ODD', odd],
    ['PORT', '3000'],
  ])
})

test('a variable for one service takes precedence over one for all, and reaches no other service', async () => {
  const other = service('other', 'web')
  const environments = await open([
    { key: 'A', value: 'own', service: 'web' },
    { key: 'A', value: 'all' },
    { key: 'B', value: 'others', service: 'other' },
  ])
  expect(environments.of(web).environment).toEqual([
    ['A', 'own'],
    ['PORT', '3000'],
  ])
  expect(environments.of(other).environment).toEqual([
    ['A', 'all'],
    ['B', 'others'],
  ])
})

test('leaves out build-only variables', async () => {
  const environments = await open([{ key: 'TOKEN', value: 'x', scope: 'build' }])
  expect(environments.of(web).environment).toEqual([['PORT', '3000']])
})

test('databases provide variables under their names, the first of a kind also under the usual ones, and explicit variables take precedence', async () => {
  const environments = await open([{ key: 'REDIS_URL', value: 'mine' }], [web, ...databases])
  const values = new Map(environments.of(web).environment)
  expect(values.get('DATABASE_URL')).toBe('postgresql://app:p%40ss%2Fword@db:5432/shop')
  expect(values.get('DB_URL')).toBe(values.get('DATABASE_URL'))
  expect(values.get('OTHER_DB_URL')).toBe('postgresql://app:p%40ss%2Fword@other-db:5432/shop')
  expect(values.get('PGPASSWORD')).toBe(password)
  expect(values.get('CACHE_URL')).toBe('redis://:p%40ss%2Fword@cache:6379/0')
  expect(values.get('REDIS_URL')).toBe('mine')
})

test('DATABASE_URL belongs to the first database of any kind, unless one has that name', async () => {
  const both = [web, service('shop', 'mariadb'), service('db', 'postgres')]
  const values = new Map((await open([], both)).of(web).environment)
  expect(values.get('DATABASE_URL')).toBe('mysql://app:p%40ss%2Fword@shop:3306/shop')
  expect(values.get('MYSQL_HOST')).toBe('shop')
  expect(values.get('PGHOST')).toBe('db')
  const named = new Map((await open([], [...both, service('database', 'postgres')])).of(web).environment)
  expect(named.get('DATABASE_URL')).toBe('postgresql://app:p%40ss%2Fword@database:5432/shop')
})

test('lists every secret for masking, including the encoded form of a password in a URL', async () => {
  const environments = await open(
    [
      { key: 'S', value: 'hush', isSecret: true },
      { key: 'P', value: 'open' },
    ],
    [web, ...databases],
  )
  const texts = environments.secrets.map((each) => each.reveal())
  expect(texts).toEqual(expect.arrayContaining(['hush', password, 'p%40ss%2Fword']))
  expect(texts).not.toContain('open')
})

test('a service gets its hostnames, and a variable of the environment takes precedence', async () => {
  const environments = await open([{ key: 'NG_ALLOWED_HOSTS', value: 'mine' }], [web], { web: ['shop.example.com'] })
  const values = new Map(environments.of(web).environment)
  expect(values.get('LONGSHORE_HOSTNAMES')).toBe('shop.example.com,web,localhost')
  expect(values.get('NG_ALLOWED_HOSTS')).toBe('mine')
})

const files = [
  { path: '/etc/app/stated.conf', content: 'stated' },
  { path: '/etc/app/run.sh', mode: '0755', source: 'deploy/run.sh' },
  { path: '/etc/app/secret.key', variable: 'KEY_FILE' },
]

test('files have their text from the settings, the repository, or a variable, which is then in no environment', async () => {
  const app = { ...service('app', 'web', { files }), texts: { 'deploy/run.sh': '#!/bin/sh\n' } }
  const environments = await open(
    [
      { key: 'KEY_FILE', value: 'hush', isSecret: true },
      { key: 'A', value: 'b' },
    ],
    [app, web],
  )
  expect(environments.of(app)).toEqual({
    environment: [['A', 'b']],
    files: [
      { path: '/etc/app/stated.conf', content: 'stated', mode: 0o644 },
      { path: '/etc/app/run.sh', content: '#!/bin/sh\n', mode: 0o755 },
      { path: '/etc/app/secret.key', content: 'hush', mode: 0o644 },
    ],
  })
  expect(environments.of(web).environment.map(([key]) => key)).toContain('KEY_FILE')
})

test('a file without its text says what to do', async () => {
  const app = { ...service('app', 'web', { files: files.slice(2) }), texts: {} }
  const environments = await open([], [app])
  expect(() => environments.of(app)).toThrow(
    expect.objectContaining({ code: 'file_content_missing', hint: expect.stringContaining('KEY_FILE') }),
  )
})

test('values with references get secrets, which stay masked, and a reference variable is in no environment', async () => {
  const environments = await open(
    [
      { key: 'PW', value: 'hush', isSecret: true, scope: 'reference' },
      { key: 'LOGIN', value: '${PW}@${DB_PASSWORD}', scope: 'runtime', expand: true },
    ],
    [web, ...databases],
  )
  const values = new Map(environments.of(web).environment)
  expect(values.get('LOGIN')).toBe(`hush@${password}`)
  expect(values.has('PW')).toBe(false)
  expect(environments.secrets.map((each) => each.reveal())).toEqual(expect.arrayContaining(['hush', password]))
})

test('a deleted hostname leaves an empty text, so that running services can start again', async () => {
  const environments = await open([{ key: 'SITE', value: '<${LONGSHORE_URL}>', scope: 'runtime', expand: true }])
  expect(new Map(environments.of(web).environment).get('SITE')).toBe('<>')
})
