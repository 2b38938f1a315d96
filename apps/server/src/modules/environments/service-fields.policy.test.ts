import { expect, test } from 'vitest'
import { findListFaults, findServiceFaults } from './service-fields.policy.ts'
import { ServiceBody } from './services.schemas.ts'

type Given = Record<string, unknown>
const web = { name: 'web', kind: 'web', source: { builder: 'auto' } }
const parse = (service: Given) => ServiceBody.safeParse(service)
const faultOf = (service: Given) => {
  const parsed = parse(service)
  return parsed.success ? null : parsed.error.issues.map((issue) => issue.path.join('.')).join(' ')
}

test('a minimal web service gets every default', () => {
  expect(parse(web).data).toMatchObject({
    port: null,
    replicas: 1,
    drainSeconds: 30,
    stabilitySeconds: 15,
    source: { builder: 'auto', rootDirectory: '.', buildCommand: null },
    resources: { memoryBytes: null, cpus: null, pids: null },
  })
})

test.each<[string, Given, string | null]>([
  ['a database', { name: 'db', kind: 'postgres', engineVersion: '17' }, null],
  ['a database with a source', { name: 'db', kind: 'postgres', source: { builder: 'auto' } }, 'source'],
  ['a database with replicas', { name: 'db', kind: 'redis', replicas: 2 }, 'replicas'],
  ['an app without a source', { name: 'web', kind: 'web' }, 'source'],
  ['an app that shares an image', { name: 'worker', kind: 'worker', sharesImageWith: 'web' }, null],
  ['an app with an engine version', { ...web, engineVersion: '17' }, 'engineVersion'],
  ['a cron service without a schedule', { ...web, kind: 'cron' }, 'schedule'],
  ['a cron service', { ...web, kind: 'cron', schedule: '*/5 * * * *' }, null],
  ['a web service with a schedule', { ...web, schedule: '0 0 * * *' }, 'schedule'],
  ['a schedule of six fields', { ...web, kind: 'cron', schedule: '* * * * * root' }, 'schedule'],
  ['@reboot', { ...web, kind: 'cron', schedule: '@reboot' }, 'schedule'],
  ['a command check without a command', { ...web, healthCheck: { type: 'command' } }, 'healthCheck'],
  ['a path with a blank', { ...web, healthCheck: { type: 'http', path: '/h; rm' } }, 'healthCheck.path'],
  ['a tcp check with a path', { ...web, healthCheck: { type: 'tcp', path: '/x' } }, 'healthCheck'],
  ['a folder of the server', { ...web, volumes: [{ name: '/etc', path: '/x' }] }, 'volumes.0.name'],
  ['a volume at the root', { ...web, volumes: [{ name: 'a', path: '/' }] }, 'volumes.0.path'],
  ['a volume that climbs', { ...web, volumes: [{ name: 'a', path: '/a/../..' }] }, 'volumes.0.path'],
  ['a volume with options', { ...web, volumes: [{ name: 'a', path: '/a:rw' }] }, 'volumes.0.path'],
  ['a name with a capital', { ...web, name: 'Web' }, 'name'],
  ['a name that is an option', { ...web, name: '-web' }, 'name'],
  ['a source with a foreign field', { ...web, source: { builder: 'image', image: 'a', context: '.' } }, 'source'],
  ['privileged', { ...web, privileged: true }, ''],
])('%s', (_, service, fault) => expect(faultOf(service)).toBe(fault))

test('a list has each service once, and refers only to its own services', () => {
  const parsed = ServiceBody.parse({ ...web, dependsOn: ['db'], aliases: ['api'] })
  expect(findServiceFaults(parsed)).toEqual([])
  expect(findListFaults([parsed, { ...parsed, name: 'api', dependsOn: ['api'] }]).map((fault) => fault.path)).toEqual([
    '/0/dependsOn',
    '/1/name',
    '/1/aliases',
    '/1/dependsOn',
  ])
})
