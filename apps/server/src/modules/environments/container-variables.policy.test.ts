import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { containerVariables } from './container-variables.policy.ts'

const serviceId = newId('svc')
const login = { username: 'app', databaseName: 'shop', password: 'p@ss' }
const databases = [{ serviceId, name: 'db', kind: 'postgres', ...login } as const]
const web = { name: 'web', port: 3_000 }
const set = { isSecret: false, scope: 'runtime', expand: false, service: null } as const

function sourcesOf(inputs: Partial<Parameters<typeof containerVariables>[1]>) {
  const all = containerVariables(web, { databases: [], variables: [], hostnames: {}, urls: [], ...inputs })
  return new Map(all.map((each) => [each.key, each]))
}

test('names the source of each variable, and marks those with a password as secret', () => {
  const found = sourcesOf({ databases, hostnames: { web: ['shop.example.com'] } })
  expect(found.get('PGHOST')).toMatchObject({
    value: 'db',
    isSecret: false,
    source: { kind: 'database', service: 'db', serviceId },
  })
  const secrets = [...found.values()].filter(({ isSecret }) => isSecret).map(({ key }) => key)
  expect(secrets).toEqual(['DATABASE_URL', 'DB_URL', 'PGPASSWORD'])
  expect(found.get('PORT')).toMatchObject({ value: '3000', source: { kind: 'longshore' } })
  expect(found.get('LONGSHORE_HOSTNAMES')?.source).toEqual({ kind: 'longshore' })
})

test('a variable that someone set replaces the one of a database, and says so', () => {
  const found = sourcesOf({ databases, variables: [{ ...set, key: 'DATABASE_URL', value: 'mine' }] })
  expect(found.get('DATABASE_URL')).toMatchObject({
    value: 'mine',
    source: { kind: 'variable', service: null },
    replaces: { kind: 'database', service: 'db' },
  })
  expect(found.get('PGHOST')?.replaces).toBeNull()
})

test('variables with references get parts of databases and URLs, and the result is secret if a part is', () => {
  const values = {
    URL: 'pg://${DB_USER}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${DB_DATABASE}?a=b',
    SITE: '${LONGSHORE_URL}/x',
  }
  const variables = Object.entries(values).map(([key, value]) => ({ ...set, expand: true, key, value }))
  const found = sourcesOf({ databases, variables, urls: [{ service: 'web', url: 'https://shop.example.com' }] })
  expect(found.get('URL')).toMatchObject({ value: 'pg://app:p@ss@db:5432/shop?a=b', isSecret: true })
  expect(found.get('SITE')).toMatchObject({ value: 'https://shop.example.com/x', isSecret: false })
  expect(found.get('LONGSHORE_HOSTNAME')?.value).toBe('shop.example.com')
})

test('a reference variable is only part of other values, and hides nothing that containers get', () => {
  const variables = [
    { ...set, key: 'PW', value: 's', isSecret: true, scope: 'reference' },
    { ...set, key: 'PGHOST', value: 'x', scope: 'reference' },
    { ...set, key: 'BUILT', value: 'x', scope: 'build' },
    { ...set, key: 'LOGIN', value: 'u:${PW}@${PGHOST}', expand: true },
  ] as const
  const found = sourcesOf({ databases, variables })
  expect(found.get('LOGIN')).toMatchObject({ value: 'u:s@x', isSecret: true })
  expect(found.get('PGHOST')?.value).toBe('db')
  expect([found.has('PW'), found.has('BUILT')]).toEqual([false, false])
})

test('a service without a hostname refers to the main URL, and to those of others by their name', () => {
  const urls = [
    { service: 'web', url: 'https://shop.example.com' },
    { service: 'admin-ui', url: 'http://admin.example.com' },
  ]
  const variables = [{ ...set, key: 'A', value: '${LONGSHORE_URL} ${LONGSHORE_HOSTNAME_ADMIN_UI}', expand: true }]
  const inputs = { databases: [], variables, hostnames: {}, urls }
  const valueFor = (name: string) =>
    containerVariables({ name, port: null }, inputs).map(({ key, value }) => `${key}=${value}`)
  expect(valueFor('worker')).toEqual(['A=https://shop.example.com admin.example.com'])
  expect(valueFor('admin-ui')).toContain('A=http://admin.example.com admin.example.com')
})
