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
