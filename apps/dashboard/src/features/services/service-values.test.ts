import type { Service } from '@longshore/sdk'
import { toServiceRequest, withService } from '@longshore/sdk/remedies'
import { ServiceRequest as ServiceSchema } from '@longshore/sdk/schemas'
import { validate } from '@longshore/sdk/validate'
import { describe, expect, it } from 'vitest'
import { commandText } from './command-text.ts'
import { newFile } from './file-values.ts'
import { hasData, newService, toBody, toValues } from './service-values.ts'

const at = '2026-11-16T10:00:00.000Z'
const web: Service = {
  id: 'svc_1',
  name: 'web',
  kind: 'web',
  source: { builder: 'dockerfile', dockerfile: 'Dockerfile', context: '.', target: null },
  engineVersion: null,
  image: null,
  sharesImageWith: null,
  command: ['node', 'a b.mjs'],
  port: 3_000,
  loopbackPort: null,
  healthCheck: {
    type: 'http',
    path: '/health',
    command: null,
    intervalSeconds: 5,
    timeoutSeconds: 3,
    retries: 3,
    startPeriodSeconds: 10,
  },
  resources: { memoryBytes: 268_435_456, cpus: 0.5, pids: null },
  replicas: 2,
  volumes: [{ name: 'files', path: '/data' }],
  releaseCommand: 'node migrate.mjs',
  schedule: null,
  drainSeconds: 10,
  stabilitySeconds: 20,
  aliases: ['app'],
  dependsOn: ['cache'],
  watchPaths: ['apps/web/**'],
  container: {
    entrypoint: ['/entrypoint.sh', '-c', 'echo "a b"\n'],
    user: '1000:1000',
    workingDirectory: '/app',
    init: false,
    stopSignal: 'SIGINT',
    readOnly: true,
    memoryFolders: [
      { path: '/tmp', sizeBytes: 67_108_864, mode: '1777', uid: 0, gid: null },
      { path: "/my cache's", sizeBytes: 100_000_001, mode: null, uid: null, gid: null },
      { path: '/run', sizeBytes: null, mode: null, uid: null, gid: null },
    ],
    sharedMemoryBytes: 100_000_001,
    ulimits: [
      { name: 'nofile', soft: 1_024, hard: 2_048 },
      { name: 'memlock', soft: -1, hard: -1 },
    ],
    extraHosts: [{ hostname: 'db', address: '10.1.2.3' }],
    grants: {
      hostMounts: [{ source: '/srv/media', path: '/media', readOnly: true }],
      capabilities: ['NET_ADMIN' as const],
      devices: ['/dev/dri'],
    },
    sysctls: { 'net.ipv4.ip_local_port_range': '1024\t65000', 'net.core.somaxconn': '1024' },
  },
  files: [
    { path: '/etc/app.conf', mode: '0600', content: ' a\r\n\n', source: null, variable: null },
    { path: '/etc/empty', mode: '0644', content: '', source: null, variable: null },
    { path: '/etc/nginx.conf', mode: '0644', content: null, source: 'nginx/default.conf', variable: null },
    { path: '/run/key.pem', mode: '0400', content: null, source: null, variable: 'KEY_PEM' },
  ],
  tunnel: null,
  ownedByFile: [],
  createdAt: at,
  updatedAt: at,
}

describe('the service form', () => {
  it('sends the initial request if nothing was changed', () => {
    expect(toBody(toValues(toServiceRequest(web)))).toEqual(toServiceRequest(web))
    expect(validate(ServiceSchema, toBody(toValues(toServiceRequest(web))))).toEqual([])
  })

  it('sends a database without the fields of apps', () => {
    const body = toBody({ ...toValues(newService('db', 'postgres')), engineVersion: '17' })
    expect(body).toMatchObject({ name: 'db', kind: 'postgres', engineVersion: '17', source: null })
    for (const field of ['port', 'container', 'files']) expect(body).not.toHaveProperty(field)
    expect(validate(ServiceSchema, body)).toEqual([])
  })

  it('reports schema errors at their fields', () => {
    const values = { ...toValues(toServiceRequest(web)), name: 'Not A Name', port: 70_000 }
    expect(
      validate(ServiceSchema, toBody(values))
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(['/name', '/port'])
  })

  it('keeps the arguments of a command apart', () => {
    expect(commandText(['node', 'a b.mjs'])).toBe('["node","a b.mjs"]')
    expect(toBody({ ...toValues(toServiceRequest(web)), command: 'npm start' }).command).toBe('npm start')
  })

  it('converts memory from MiB', () => {
    expect(toValues(toServiceRequest(web)).resources.memoryBytes).toBe(256)
    const values = { ...toValues(toServiceRequest(web)), resources: { memoryBytes: '512', cpus: '', pids: '' } }
    expect(toBody(values).resources).toEqual({ memoryBytes: 536_870_912, cpus: null, pids: null })
  })
})

describe('the container settings', () => {
  it('are null if every field is empty, and can turn off the init process', () => {
    const values = toValues({ name: 'web', kind: 'web' })
    expect(toBody(values)).toMatchObject({ container: null, files: [] })
    const off = { ...values, container: { ...values.container, init: 'off' as const } }
    expect(toBody(off).container).toMatchObject({ init: false, entrypoint: null, readOnly: false })
  })

  it('keep the text of a file as it was typed, and send only what was chosen', () => {
    const file = { ...newFile, path: ' /etc/app.conf ', mode: '', content: ' a\n', source: 'b', variable: 'C' }
    const files = [file, { ...file, origin: 'source' as const }, { ...file, origin: 'variable' as const }]
    expect(toBody({ ...toValues(newService('web')), files }).files).toEqual([
      { path: '/etc/app.conf', mode: '0644', content: ' a\n', source: null, variable: null },
      { path: '/etc/app.conf', mode: '0644', content: null, source: 'b', variable: null },
      { path: '/etc/app.conf', mode: '0644', content: null, source: null, variable: 'C' },
    ])
  })
})

describe('the list of services', () => {
  it('is sent completely, with one service changed or added', () => {
    const changed = { ...toServiceRequest(web), port: 8_080 }
    expect(withService([web], changed).map(({ port }) => port)).toEqual([8_080])
    expect(withService([web], { name: 'db', kind: 'postgres' }).map(({ name }) => name)).toEqual(['web', 'db'])
    expect(withService([web], { ...changed, name: 'site' }, 'web').map(({ name }) => name)).toEqual(['site'])
  })

  it('knows which services hold data', () => {
    expect(hasData(web)).toBe(true)
    expect(hasData({ kind: 'redis' })).toBe(true)
    expect(hasData({ kind: 'worker', volumes: [] })).toBe(false)
  })
})
