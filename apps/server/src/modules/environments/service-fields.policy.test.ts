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
  ['a database with files', { name: 'db', kind: 'redis', files: [{ path: '/a', content: '' }] }, 'files'],
  ['a database with container settings', { name: 'db', kind: 'redis', container: { user: 'me' } }, 'container'],
  ['arguments for an entrypoint', { ...web, command: ['a\n', ''], container: { entrypoint: ['/b'] } }, null],
  ['a shell command for an entrypoint', { ...web, command: 'a', container: { entrypoint: ['/b'] } }, 'command'],
  ['a file with two sources', { ...web, files: [{ path: '/a', content: '', source: 'a' }] }, 'files.0'],
  ['a file outside the repository', { ...web, files: [{ path: '/a', source: '../a' }] }, 'files.0.source'],
  ['a file over one of Docker', { ...web, files: [{ path: '/etc/hosts', content: '' }] }, 'files.0.path'],
  ['two files at one path', { ...web, files: ['a', 'b'].map((content) => ({ path: '/a', content })) }, 'files'],
  [
    'a file at a volume',
    { ...web, volumes: [{ name: 'a', path: '/a' }], files: [{ path: '/a', content: '' }] },
    'files',
  ],
  [
    'a file in a read-only container',
    { ...web, container: { readOnly: true }, files: [{ path: '/a', content: '' }] },
    'files',
  ],
  [
    'a file in a volume of a read-only container',
    {
      ...web,
      container: { readOnly: true },
      volumes: [{ name: 'a', path: '/a' }],
      files: [{ path: '/a/b', content: '' }],
    },
    null,
  ],
  [
    'a file in a memory folder',
    { ...web, container: { memoryFolders: [{ path: '/run' }] }, files: [{ path: '/run/a', content: '' }] },
    'files',
  ],
  [
    'a memory folder at a volume',
    { ...web, container: { memoryFolders: [{ path: '/a' }] }, volumes: [{ name: 'a', path: '/a' }] },
    'container',
  ],
  [
    'a kernel parameter of the server',
    { ...web, container: { sysctls: { 'vm.swappiness': '1' } } },
    'container.sysctls',
  ],
  [
    'any number of open files',
    { ...web, container: { ulimits: [{ name: 'nofile', soft: -1, hard: -1 }] } },
    'container.ulimits.0',
  ],
  ['a user with options', { ...web, container: { user: '-u root' } }, 'container.user'],
  ['an alias with a dot', { ...web, aliases: ['My_db.local'] }, null],
  ['an alias with a blank', { ...web, aliases: ['my db'] }, 'aliases.0'],
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

test.each<[string, Given[], string | null]>([
  ['an owner in the list', [{ ...web, volumes: [{ name: 'a', path: '/a' }] }], null],
  ['an owner without the volume', [web], '/1/volumes'],
  [
    'an owner that shares it as well',
    [{ ...web, volumes: [{ name: 'a', path: '/a', service: 'other' }] }],
    '/1/volumes',
  ],
  ['no owner', [], '/0/volumes'],
])('a shared volume with %s', (_what, others, path) => {
  const sharer = { ...web, name: 'jobs', kind: 'worker', volumes: [{ name: 'a', path: '/data', service: 'web' }] }
  const services = [...others, sharer].map((each) => ServiceBody.parse(each))
  expect(findListFaults(services).filter((fault) => fault.path === (path ?? fault.path)).length).toBe(
    path === null ? 0 : 1,
  )
})

test('a volume whose owner is the service itself is an own volume, which needs no owner', () => {
  const service = ServiceBody.parse({ ...web, volumes: [{ name: 'a', path: '/a', service: 'web' }] })
  expect(findListFaults([service])).toEqual([expect.objectContaining({ path: '/0/volumes' })])
})

test('all services together have a limited amount of text in files', () => {
  const withText = (name: string, length: number) =>
    ServiceBody.parse({ ...web, name, files: [{ path: '/a', content: 'x'.repeat(length) }] })
  expect(findListFaults([withText('one', 60_000), withText('two', 30_000)])).toEqual([])
  expect(findListFaults([withText('one', 60_000), withText('two', 60_000)])).toEqual([
    expect.objectContaining({ path: '/1/files' }),
  ])
})
