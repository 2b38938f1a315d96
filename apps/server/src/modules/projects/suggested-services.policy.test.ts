import type { AnalyzedService, Report } from '@longshore/analyzer/report'
import { describe, expect, test } from 'vitest'
import { imageReport } from './image-report.remote.ts'
import { findExternalDatabases, findMissingVariables } from './missing-variables.policy.ts'
import { suggestServices } from './suggested-services.policy.ts'

const empty = imageReport('nginx')
const [base] = empty.services
const service = (change: Partial<AnalyzedService>): AnalyzedService => {
  if (base === undefined) throw new Error('an image is a service')
  return { ...base, builder: 'auto', image: null, ...change }
}
const database = (change: Partial<Report['databases'][number]>) => ({
  engine: 'postgres' as const,
  name: 'db',
  version: null,
  variables: [],
  supported: true,
  confidence: 1,
  evidence: [],
  ...change,
})
const report = (services: AnalyzedService[], more: Partial<Report> = {}): Report => ({ ...empty, services, ...more })

const noTimes = { intervalSeconds: null, timeoutSeconds: null, retries: null, startPeriodSeconds: null }

describe('services from a report', () => {
  test('each builder has its source', () => {
    const dockerfile = {
      source: 'repository' as const,
      path: 'api/Dockerfile',
      context: 'api',
      target: 'run',
      text: null,
    }
    const { services, skippedSuggestions } = suggestServices(
      report([
        service({
          name: 'web',
          rootDirectory: 'apps/web',
          buildCommand: 'npm run build',
          startCommand: 'npm start',
          port: 3000,
        }),
        service({ name: 'api', builder: 'dockerfile', dockerfile }),
        service({ name: 'docs', kind: 'static', builder: 'static', outputDirectory: 'dist', startCommand: 'ignored' }),
        service({ name: 'proxy', builder: 'image', image: 'nginx:1.29' }),
        service({ name: 'jobs', kind: 'worker', sharesImageWith: 'web', startCommand: 'node worker.js' }),
        service({ name: 'nightly', kind: 'cron', sharesImageWith: 'web', schedule: '0 3 * * *' }),
      ]),
    )
    expect(skippedSuggestions).toEqual([])
    expect(services.map(({ name, source, command }) => ({ name, source, command }))).toEqual([
      {
        name: 'web',
        source: { builder: 'auto', rootDirectory: 'apps/web', installCommand: null, buildCommand: 'npm run build' },
        command: 'npm start',
      },
      {
        name: 'api',
        source: { builder: 'dockerfile', dockerfile: 'api/Dockerfile', context: 'api', target: 'run' },
        command: null,
      },
      {
        name: 'docs',
        source: {
          builder: 'static',
          rootDirectory: '.',
          installCommand: null,
          buildCommand: null,
          outputDirectory: 'dist',
        },
        command: null,
      },
      { name: 'proxy', source: { builder: 'image', image: 'nginx:1.29' }, command: null },
      { name: 'jobs', source: null, command: 'node worker.js' },
      { name: 'nightly', source: null, command: null },
    ])
  })

  test('databases that Longshore runs become services, once', () => {
    const { services } = suggestServices(
      report([service({ name: 'web', dependsOn: ['db', 'search'] })], {
        databases: [
          database({ version: '17' }),
          database({ name: 'db' }),
          database({ engine: 'redis', name: 'Cache!' }),
          database({ engine: 'elasticsearch', name: 'search', supported: false }),
        ],
      }),
    )
    expect(services.map(({ name, kind, engineVersion }) => [name, kind, engineVersion])).toEqual([
      ['web', 'web', null],
      ['db', 'postgres', '17'],
      ['redis', 'redis', null],
    ])
    expect(services[0]?.dependsOn).toEqual(['db'])
  })

  test("names fields that a service can't have, and drops them", () => {
    const { services, skippedSuggestions } = suggestServices(
      report([
        service({
          name: 'web',
          volumes: [{ name: '/etc', path: '/x', service: null }],
          healthCheck: { type: 'http', path: '/h; rm', command: null, ...noTimes },
        }),
        service({ name: 'bad', builder: 'image', image: '$(id)' }),
        service({ name: 'follower', kind: 'worker', sharesImageWith: 'bad' }),
      ]),
    )
    expect(services.map(({ name, volumes, healthCheck }) => ({ name, volumes, healthCheck }))).toEqual([
      { name: 'web', volumes: [], healthCheck: null },
    ])
    expect(skippedSuggestions.map(({ service: name, field }) => `${name} ${field}`)).toEqual([
      'web healthCheck',
      'web volumes',
      'bad source',
    ])
  })

  test('marks fields that the file in the repository sets', () => {
    const evidence = [
      { claim: 'port', file: 'compose.yaml', line: 4, what: '' },
      { claim: 'startCommand', file: 'compose.yaml', line: 5, what: '' },
      { claim: 'framework', file: 'package.json', line: 5, what: '' },
    ]
    const { services } = suggestServices(
      report([service({ name: 'web', evidence })], { configuration: { kind: 'compose', file: 'compose.yaml' } }),
    )
    expect(services[0]?.ownedByFile).toEqual(['command', 'port'])
  })
})

test('a variable is missing unless it is given, has a default, or a database of the environment provides it', () => {
  const variable = {
    required: true,
    secret: false,
    default: null,
    scope: 'runtime' as const,
    services: [],
    exceptions: [],
    providedBy: null,
    template: null,
    description: null,
    evidence: [],
  }
  const found = report([], {
    databases: [database({}), database({ engine: 'mongodb', name: 'docs', supported: false })],
    variables: [
      { ...variable, key: 'GIVEN' },
      { ...variable, key: 'DEFAULTED', default: '' },
      { ...variable, key: 'OPTIONAL', required: false },
      { ...variable, key: 'DATABASE_URL', providedBy: 'db' },
      { ...variable, key: 'MONGO_URL', providedBy: 'docs' },
      { ...variable, key: 'NEEDED' },
    ],
  })
  const keys = (names: string[]) =>
    findMissingVariables(found, new Set(['GIVEN']), new Set(names)).map((each) => each.key)
  expect(keys(['db'])).toEqual(['MONGO_URL', 'NEEDED'])
  expect(keys([])).toEqual(['DATABASE_URL', 'MONGO_URL', 'NEEDED'])
  expect(findExternalDatabases(found, new Set(['db'])).map((each) => each.name)).toEqual(['docs'])
})
