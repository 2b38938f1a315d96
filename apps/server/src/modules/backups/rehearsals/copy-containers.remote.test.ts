import type { ContainerSpec } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { runIdIn } from '../../workloads/server-names.policy.ts'
import { type CopiedDatabase, copyContainer, programOnCopy } from './copy-containers.remote.ts'

const runId = newId('run')
const db: CopiedDatabase = {
  ...{ organizationId: newId('org'), environmentId: newId('env'), runId, service: { id: newId('svc'), name: 'db' } },
  ...{ kind: 'postgres', image: `sha256:${'a'.repeat(64)}`, reference: 'postgres:17', volume: 'copy' },
  access: { host: '127.0.0.1', username: 'app', databaseName: 'app', password: 'secret-password' },
  ...{ memoryBytes: 1 << 29, cpus: null, address: 1 },
}
const second: CopiedDatabase = { ...db, service: { id: newId('svc'), name: 'cache' }, kind: 'redis', address: 2 }
const names = { db: 1, cache: 2 }

/** As it runs on the real data, with everything that a service can have. */
const command: ContainerSpec = {
  name: 'longshore-dep_1-svc_1-release',
  labels: { 'longshore.deployment': 'dep_1', 'longshore.role': 'release-command' },
  image: `sha256:${'b'.repeat(64)}`,
  command: 'migrate',
  environment: [['DATABASE_URL', 'postgres://app:secret-password@db:5432/app']],
  network: 'longshore-env_1',
  aliases: ['web'],
  volumes: [{ name: 'longshore-svc_1-uploads', path: '/uploads' }],
  publishes: { port: 80, loopbackPort: 8_080 },
  memoryBytes: 1 << 28,
  cpus: 0.5,
  pids: 64,
  stopGraceSeconds: 10,
  restart: 'always',
  files: [{ path: '/etc/app.conf', content: 'x', mode: 0o644 }],
  grants: { hostMounts: [{ source: '/var/run/docker.sock', path: '/var/run/docker.sock', readOnly: false }] },
  options: {
    user: 'node',
    extraHosts: [{ hostname: 'api', address: '203.0.113.7' }],
    sysctls: { 'net.core.somaxconn': '1024' },
  },
}

test('the first database has no network, and resolves the names of all to its loopback', () => {
  const spec = copyContainer(db, { first: null, names })
  expect(spec).toMatchObject({ network: null, loopbackNames: names, volumes: [{ name: 'copy' }], restart: 'no' })
  expect(spec.beside).toBeUndefined()
  expect(spec.command).toContain('listen_addresses=127.0.0.1')
})

test('the other databases share its loopback, at an address of their own', () => {
  const spec = copyContainer(second, { first: db, names })
  expect(spec.network).toBeNull()
  expect(spec.beside).toBe(copyContainer(db, { first: null, names }).name)
  expect(spec.loopbackNames).toBeUndefined()
  expect(spec.command).toContain('bind 127.0.0.2')
})

test('the release command keeps its image, variables, files, and limits, and loses the network, volumes, and grants', () => {
  const service = { id: newId('svc'), name: 'web' }
  const spec = programOnCopy(command, { ...db, service }, db)
  expect(spec).toMatchObject({
    ...{ image: command.image, command: 'migrate', environment: command.environment, files: command.files },
    ...{ memoryBytes: 1 << 28, cpus: 0.5, pids: 64, network: null, aliases: [], volumes: [], restart: 'no' },
    beside: copyContainer(db, { first: null, names }).name,
    options: { user: 'node' },
  })
  expect(spec).not.toHaveProperty('grants')
  expect(spec).not.toHaveProperty('publishes')
  expect(spec.options).toEqual({ user: 'node' })
  // The undo of the real release command removes containers by these labels.
  expect(spec.labels).not.toHaveProperty('longshore.deployment')
  expect(spec.labels['longshore.environment']).toBe(encodeId('env', db.environmentId))
})

test('the sweep of the server finds the run in each name', () => {
  const service = { id: newId('svc'), name: 'web' }
  for (const { name, labels } of [
    copyContainer(db, { first: null, names }),
    programOnCopy(command, { ...db, service }, db),
  ]) {
    expect(runIdIn(name)).toBe(runId)
    expect(labels['longshore.role']).toBe('rehearsal')
  }
})
