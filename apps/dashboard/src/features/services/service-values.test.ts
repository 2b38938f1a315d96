import type { Service } from '@longshore/sdk'
import { toServiceRequest, withService } from '@longshore/sdk/remedies'
import { ServiceRequest as ServiceSchema } from '@longshore/sdk/schemas'
import { validate } from '@longshore/sdk/validate'
import { describe, expect, it } from 'vitest'
import { commandText, hasData, newService, toBody, toValues } from './service-values.ts'

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
    expect(body).not.toHaveProperty('port')
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
