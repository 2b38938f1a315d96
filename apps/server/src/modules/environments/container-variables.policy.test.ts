import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { containerVariables } from './container-variables.policy.ts'

const serviceId = newId('svc')
const login = { username: 'app', databaseName: 'shop', password: 'p@ss' }
const databases = [{ serviceId, name: 'db', kind: 'postgres', ...login } as const]
const web = { name: 'web', port: 3_000 }
const set = { isSecret: false, scope: 'runtime', service: null } as const

function sourcesOf(inputs: Partial<Parameters<typeof containerVariables>[1]>) {
  const all = containerVariables(web, { databases: [], variables: [], hostnames: {}, ...inputs })
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
