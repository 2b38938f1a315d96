import { expect, test } from 'vitest'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { requireReferences } from './require-references.context.ts'

const organizationId = brandId<'org'>('00000000-0000-4000-8000-000000000001')

function service(name: string, kind: 'web' | 'worker' | 'postgres') {
  const configuration = ServiceConfiguration.parse({ port: kind === 'web' ? 3_000 : null })
  return { serviceId: brandId<'svc'>(crypto.randomUUID()), name, kind, configuration, texts: {} }
}

async function check(values: Record<string, string>, services = [service('web', 'web'), service('db', 'postgres')]) {
  const rows = Object.entries(values).map(([key, value]) => ({ id: brandId<'var'>(crypto.randomUUID()), key, value }))
  const records = {
    openVariables: async (_: unknown, ids: readonly Id<'var'>[]) =>
      new Map(
        rows
          .filter(({ id }) => ids.includes(id))
          .map(({ id, key, value }) => [
            id,
            { key, value: new Secret(value), isSecret: false, scope: 'runtime' as const, expand: true },
          ]),
      ),
    openCredentials: async () => ({ username: 'app', databaseName: 'app', password: new Secret('secret') }),
  }
  const variables = rows.map(({ id, key }) => ({ id, key, service: null }))
  const plan = { variables, hostnames: {}, urls: [], services: services as never }
  await requireReferences(records, organizationId, plan)
}

test('accepts references to variables, databases, and the port', async () => {
  await expect(check({ A: '${B} ${PORT} ${DATABASE_URL} ${DB_PASSWORD}', B: 'x' })).resolves.toBeUndefined()
})

test('names the variable, the service, and the reference', async () => {
  const services = [service('web', 'web'), service('jobs', 'worker')]
  await expect(check({ A: '${GONE}' }, services)).rejects.toMatchObject({
    code: 'unresolved_reference',
    message: 'A of web refers to ${GONE}, which has no value. A of jobs refers to ${GONE}, which has no value.',
  })
  await expect(check({ A: '${LONGSHORE_URL}' })).rejects.toMatchObject({ code: 'unresolved_reference' })
  await expect(check({ A: '${B}', B: '${A}' })).rejects.toMatchObject({ message: expect.stringContaining('back to') })
})

test('limits how many it names', async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`V${at}`, '${GONE}']))
  await expect(check(many)).rejects.toMatchObject({ message: expect.stringMatching(/45 more\.$/) })
})
