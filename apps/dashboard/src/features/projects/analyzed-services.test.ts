import { ServiceRequest as ServiceSchema } from '@longshore/sdk/schemas'
import { validate } from '@longshore/sdk/validate'
import { describe, expect, it } from 'vitest'
import { newService, toValues } from '../services/service-values.ts'
import { isChanged, toRequests, valuesFromAnalysis } from './analyzed-services.ts'

const found = {
  name: 'web', kind: 'web' as const, rootDirectory: '.', language: 'node', framework: null, version: null, packageManager: null,
  builder: 'auto' as const, image: null, dockerfile: null, sharesImageWith: null, installCommand: null, buildCommand: 'npm run build',
  startCommand: 'node server.js', releaseCommand: null, schedule: null, outputDirectory: null, port: 3000,
  healthCheck: { type: 'http' as const, path: '/health', command: null }, volumes: [], aliases: [], dependsOn: ['postgres', 'gone'],
  watchPaths: [], confidence: 1, evidence: [],
} // biome-ignore format: one service
const database = {
  engine: 'postgres' as const, name: 'postgres', version: '17', variables: ['DATABASE_URL'], supported: true, confidence: 1, evidence: [],
} // biome-ignore format: one database

describe('valuesFromAnalysis and toRequests', () => {
  it('turn an analysis into requests that the API accepts', () => {
    const [web, postgres] = toRequests(valuesFromAnalysis({ services: [found], databases: [database] }))
    expect(web).toMatchObject({
      name: 'web',
      source: { builder: 'auto', rootDirectory: '.', installCommand: null, buildCommand: 'npm run build' },
      command: 'node server.js',
      port: 3000,
      healthCheck: { type: 'http', path: '/health' },
      dependsOn: ['postgres'],
    })
    expect(postgres).toMatchObject({ name: 'postgres', kind: 'postgres', engineVersion: '17', source: null })
    expect(validate(ServiceSchema, web)).toEqual([])
    expect(validate(ServiceSchema, postgres)).toEqual([])
  })
  it('take over what the repository states, and leave the rest to the API', () => {
    const container = { user: '1000', memoryFolders: [{ path: '/tmp', sizeBytes: 67_108_864 }] }
    const files = [{ path: '/etc/app.conf', mode: '0644', content: 'a\n', source: null, variable: null }]
    const stated = {
      ...found,
      ...{ container, files, replicas: 2, drainSeconds: 30, startArguments: ['node', '-e', 'a\n', ''] },
      resources: { memoryBytes: 268_435_456, cpus: null, pids: null },
      healthCheck: { ...found.healthCheck, intervalSeconds: 7, timeoutSeconds: null },
    }
    const [web] = toRequests(valuesFromAnalysis({ services: [stated], databases: [] }))
    expect(web).toMatchObject({
      command: ['node', '-e', 'a\n', ''],
      container: { user: '1000', memoryFolders: [{ path: '/tmp', sizeBytes: 67_108_864 }] },
      files,
      ...{ replicas: 2, drainSeconds: 30, resources: { memoryBytes: 268_435_456 } },
      healthCheck: { type: 'http', intervalSeconds: 7 },
    })
    expect(web?.healthCheck).not.toHaveProperty('timeoutSeconds')
    expect(validate(ServiceSchema, web)).toEqual([])
    const [plain] = toRequests(valuesFromAnalysis({ services: [{ ...found, startArguments: [] }], databases: [] }))
    expect(plain).toMatchObject({ command: null, container: null, files: [] })
    for (const field of ['replicas', 'drainSeconds']) expect(plain).not.toHaveProperty(field)
  })
  it('omit unsupported databases and duplicate names', () => {
    const kafka = { ...database, engine: 'kafka' as const, name: 'kafka', supported: false }
    const values = valuesFromAnalysis({ services: [found, found], databases: [kafka] })
    expect(values.map(({ name }) => name)).toEqual(['web'])
  })
  it('send only the fields of the chosen builder', () => {
    const [values] = valuesFromAnalysis({ services: [found], databases: [] })
    if (values === undefined) throw new Error('no service')
    const image = { ...values, source: { ...values.source, builder: 'image' as const, image: 'nginx:1' } }
    expect(toRequests([image])[0]?.source).toEqual({ builder: 'image', image: 'nginx:1' })
    const shared = { ...values, sharesImageWith: 'api' }
    expect(toRequests([shared])[0]).toMatchObject({ source: null, sharesImageWith: 'api' })
  })
})

describe('isChanged', () => {
  it('ignores fields that are not sent', () => {
    const web = toValues(newService('web'))
    const first = [web]
    expect(isChanged(first, [{ ...web, schedule: '* * * * *' }])).toBe(false)
    expect(isChanged(first, [{ ...web, port: 80 }])).toBe(true)
    expect(isChanged(first, [])).toBe(true)
  })
})
