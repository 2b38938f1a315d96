import { createClient, type JsonOperation } from '@longshore/sdk'
import { expect, test } from 'vitest'
import type { InstanceFile } from '../instance-file.ts'
import { normalizeFile } from '../normalize-file.ts'
import type { Instance } from '../read-instance.ts'
import { createSecrets } from '../secrets.ts'
import { toInstanceFile } from '../to-file.ts'
import { planInstance } from './plan-instance.ts'
import { createOnce } from './planner.ts'

const client = createClient({ baseUrl: 'https://longshore.example.com' })
const build = { concurrency: 1, memoryBytes: null, cpus: null, cacheBytes: null }
const server = (name: string, id: string) => ({
  ...{ id, name, host: `${name}.example.com`, port: 22, username: 'root', version: 1, jumpServerId: null, baseDomain: null },
  ...{ build, hostKeys: [], expectedHostKeyFingerprint: null },
}) // biome-ignore format: a list
const environment = {
  ...{ id: 'env_1', name: 'main', branch: null, serverId: 'srv_1', buildServerId: null, generatedHostname: true, version: 3 },
  ...{ services: [{ name: 'web', kind: 'web', port: 80, replicas: 1 }], domains: [], liveServerId: null },
} // biome-ignore format: a list
const variable = (key: string, secret: boolean) => ({
  key,
  value: secret ? null : 'x',
  secret,
  scope: 'runtime',
  service: null,
})
const project = {
  id: 'prj_1',
  name: 'Shop',
  description: null,
  source: 'image',
  image: 'nginx',
  repository: null,
  composeProfiles: [],
  version: 1,
}
const instance = {
  organization: { id: 'org_1', name: 'Acme', quotas: {}, version: 1 },
  ...{ members: [], invitations: [], gitProviders: [], registries: [], storageLocations: [], channels: [], domains: [] },
  alerts: { rules: {}, version: 1 },
  servers: [server('b', 'srv_2'), server('a', 'srv_1')],
  projects: [
    {
      ...{ project, previews: null, links: { projectId: 'prj_1', links: [] } },
      environments: [
        { environment, variables: [variable('B', true), variable('A', false)], autoDeploy: null, backups: null },
      ],
    },
  ],
} as unknown as Instance // biome-ignore format: a list

function plan(file: InstanceFile, { environment: given = {}, prune = false, updateSecrets = false } = {}) {
  const options = { prune, updateSecrets }
  return planInstance({ client, file: normalizeFile(file), instance, secrets: createSecrets(given), options })
}
const listed = (file: InstanceFile, options = {}) =>
  plan(file, options).items.map(({ action, kind, name }) => `${action} ${kind} ${name}`)

test('an export of the instance changes nothing', () => {
  expect(listed(toInstanceFile(instance))).toEqual([])
  expect(listed(toInstanceFile(instance), { prune: true })).toEqual([])
})

test('the name of the variable that has a secret makes no difference', () => {
  const text = JSON.stringify(toInstanceFile(instance)).replaceAll('VARIABLE_SHOP_MAIN_B', 'MY_NAME')
  expect(text).toContain('MY_NAME')
  expect(listed(JSON.parse(text))).toEqual([])
})

test('a secret is sent again only if asked and given', () => {
  const file = toInstanceFile(instance)
  const given = { VARIABLE_SHOP_MAIN_B: 'new' }
  expect(listed(file, { environment: given })).toEqual([])
  expect(listed(file, { updateSecrets: true })).toEqual([])
  expect(listed(file, { environment: given, updateSecrets: true })).toEqual(['change variables Shop / main'])
})

test('what a section leaves out is deleted only with prune, and other sections stay', () => {
  const file: InstanceFile = { version: 1, servers: [{ name: 'a', host: 'a.example.com', username: 'root' }] }
  expect(listed(file)).toEqual([])
  expect(listed(file, { prune: true })).toEqual(['delete server b'])
})

test('new entries come in the order of their dependencies and list the secrets they need', () => {
  const secret = (fromEnvironment: string) => ({ fromEnvironment })
  const made = plan({
    version: 1,
    projects: [{ name: 'New', image: 'nginx', environments: [{ name: 'main', variables: [{ key: 'K', value: secret('K') }] }] }],
    servers: [
      { name: 'behind', host: '10.0.0.2', username: 'root', jumpServer: 'front', privateKey: secret('KEY') },
      { name: 'front', host: '10.0.0.1', username: 'root' },
    ],
  }) // biome-ignore format: a list
  expect(made.items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'server front',
    'server behind',
    'project New',
    'environment New / main',
    'variables New / main',
  ])
  expect(made.missingSecrets).toEqual(['K'])
  expect(made.leftOutSecrets).toEqual(['KEY'])
})

test('a replayed response counts only if the result exists', async () => {
  const keys: (string | undefined)[] = []
  const operation: JsonOperation<object, unknown> = { method: 'POST', path: '/things', takesKey: true }
  const send = async (_: unknown, __: unknown, { idempotencyKey }: { idempotencyKey?: string } = {}) => {
    keys.push(idempotencyKey)
    return { data: {}, status: 201, headers: new Headers(), isReplayed: keys.length < 3 }
  }
  const fake = { ...client, send } as typeof client
  await createOnce(fake, operation, {}, { content: 1, name: 'a', exists: async () => false })
  expect(new Set(keys).size).toBe(3)
})
