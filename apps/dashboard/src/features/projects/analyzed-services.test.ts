import { describe, expect, it } from 'vitest'
import { emptyService, isChanged, toRequests, valuesOf } from './analyzed-services.ts'

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

describe('valuesOf and toRequests', () => {
  it('bring what was found to what is sent', () => {
    const [web, postgres] = toRequests(valuesOf({ services: [found], databases: [database] }))
    expect(web).toMatchObject({
      name: 'web',
      source: { builder: 'auto', rootDirectory: '.', installCommand: null, buildCommand: 'npm run build' },
      command: 'node server.js',
      port: 3000,
      healthCheck: { type: 'http', path: '/health' },
      dependsOn: ['postgres'],
    })
    expect(postgres).toEqual({ name: 'postgres', kind: 'postgres', engineVersion: '17' })
  })
  it('leave out databases that are not run here, and names that come twice', () => {
    const kafka = { ...database, engine: 'kafka' as const, name: 'kafka', supported: false }
    const values = valuesOf({ services: [found, found], databases: [kafka] })
    expect(values.map(({ name }) => name)).toEqual(['web'])
  })
  it('send only fields of the chosen build', () => {
    const [values] = valuesOf({ services: [found], databases: [] })
    if (values === undefined) throw new Error('no service')
    const image = { ...values, source: { ...values.source, builder: 'image' as const, image: 'nginx:1' } }
    expect(toRequests([image])[0]?.source).toEqual({ builder: 'image', image: 'nginx:1' })
    const shared = { ...values, source: { ...values.source, builder: 'shared' as const }, sharesImageWith: 'api' }
    expect(toRequests([shared])[0]).toMatchObject({ source: null, sharesImageWith: 'api' })
  })
})

describe('isChanged', () => {
  it('does not mind fields that are not sent', () => {
    const first = [emptyService('web', 'web')]
    expect(isChanged(first, [{ ...emptyService('web', 'web'), schedule: '* * * * *' }])).toBe(false)
    expect(isChanged(first, [{ ...emptyService('web', 'web'), port: 80 }])).toBe(true)
    expect(isChanged(first, [])).toBe(true)
  })
})
