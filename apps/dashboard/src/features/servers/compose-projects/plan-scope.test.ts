import type { AdoptionPlan, ComposeProject, StackFinding } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { bodyFor, dataOf, notesFor, scopeOf } from './plan-scope.ts'

const service = { kind: 'web', image: 'a', port: null, volumes: [], files: [], variables: [] }
const services: AdoptionPlan['services'] = ['web', 'agent', 'db'].map((name) => ({ ...service, name }))

function finding(severity: StackFinding['severity'], about: string | null): StackFinding {
  return { code: severity, severity, service: about, cause: 'a', remedy: 'b' }
}

test('a blocked service leaves the others to choose from', () => {
  const findings = [finding('blocks', 'agent'), finding('note', 'db')]
  const { choices, blocking } = scopeOf({ services, findings })
  expect(choices).toEqual(['web', 'db'])
  expect(blocking).toEqual([findings[0]])
})

test('what blocks the whole project leaves nothing', () => {
  expect(scopeOf({ services, findings: [finding('blocks', null)] }).choices).toEqual([])
})

test('names services only if some are left out', () => {
  const values = { projectName: 'Shop', environment: 'production', services: ['web', 'agent', 'db'] }
  const plan = { services, findings: [finding('note', 'db')] }
  expect(bodyFor(values, plan)).toEqual({ projectName: 'Shop', environment: 'production' })
  expect(bodyFor({ ...values, services: ['db'] }, plan)).toHaveProperty('services', ['db'])
  // A service with a setting that isn't supported has a finding, but no place in the plan.
  expect(bodyFor(values, { services, findings: [finding('blocks', 'odd')] })).toHaveProperty('services')
})

test('notes are about the project, chosen services, and those that are left out by the plan', () => {
  const findings = ['db', 'web', 'proxy', null].map((name) => finding('note', name))
  const shown = notesFor([...findings, finding('blocks', 'agent')], ['web'], ['web', 'db'])
  expect(shown.map((each) => each.service)).toEqual(['web', 'proxy', null])
})

test('counts a volume of two services once', () => {
  const web = { name: 'web', image: 'a', containers: 1, isRunning: true, ports: [] }
  const shared = { kind: 'volume', source: 'data', path: '/a', bytes: 5 } as const
  const folder = { kind: 'bind', source: '/srv', path: '/b', bytes: null } as const
  const project: Pick<ComposeProject, 'services'> = {
    services: [
      { ...web, mounts: [shared, folder] },
      { ...web, name: 'db', mounts: [shared] },
    ],
  }
  expect(dataOf(project)).toEqual({ count: 2, bytes: 5 })
})
