import type { Report } from '@longshore/analyzer/report'
import { expect, test } from 'vitest'
import { statedVariables } from './compose-variables.policy.ts'
import { imageReport } from './image-report.remote.ts'
import { findMissingVariables } from './missing-variables.policy.ts'

type Variable = Report['variables'][number]

const variable = (key: string, change: Partial<Variable> = {}): Variable => ({
  ...{ key, required: false, secret: false, default: 'a', template: null, exceptions: [], scope: 'runtime' },
  ...{ services: ['web', 'jobs'], providedBy: null, description: null, evidence: [] },
  ...change,
})
const report = (variables: Variable[], kind: 'compose' | 'longshore' = 'compose'): Report => ({
  ...imageReport('nginx'),
  configuration: { kind, file: 'compose.yaml' },
  variables,
})
const names = new Set(['web', 'jobs'])
const stated = (variables: Variable[], given: { key: string }[] = []) =>
  statedVariables(report(variables), given, names).map(({ key, service, value }) => `${service}.${key}=${value}`)

test('each service gets the value that the file states for it', () => {
  const exceptions = [
    { service: 'jobs', value: 'b', template: null },
    { service: 'web', value: '', template: null },
  ]
  expect(stated([variable('MODE'), variable('OWN', { exceptions })])).toEqual([
    'web.MODE=a',
    'jobs.MODE=a',
    'web.OWN=',
    'jobs.OWN=b',
  ])
})

test('a service without a value of its own gets none', () => {
  expect(stated([variable('MODE', { exceptions: [{ service: 'jobs', value: null, template: null }] })])).toEqual([
    'web.MODE=a',
  ])
})

test.each([
  ['a secret', variable('PASSWORD', { secret: true, default: null })],
  ['what a database provides', variable('DATABASE_URL', { providedBy: 'db' })],
  ['a service that is left out', variable('MODE', { services: ['gone'] })],
  ['a truncated value', variable('LONG', { default: 'x'.repeat(4_000) })],
])('leaves out %s', (_what, each) => expect(stated([each])).toEqual([]))

test('leaves keys to the request that names them, and other reports alone', () => {
  expect(stated([variable('MODE')], [{ key: 'MODE' }])).toEqual([])
  expect(statedVariables(report([variable('MODE')], 'longshore'), [], names)).toEqual([])
  expect(statedVariables(undefined, [], names)).toEqual([])
})

test('values with references keep them, and what they refer to is left to a person', () => {
  const variables = [
    variable('DATABASE_URL', { default: null, template: 'a${PW}', services: ['web'] }),
    variable('PW', { default: null, scope: 'reference', required: true, secret: true }),
  ]
  expect(statedVariables(report(variables), [], names)).toEqual([
    { key: 'DATABASE_URL', service: 'web', value: 'a${PW}', scope: 'runtime', expand: true },
  ])
  expect(findMissingVariables(report(variables), new Set(), names)).toMatchObject([{ key: 'PW', scope: 'reference' }])
})
