import { emptyService } from '@longshore/analyzer/empty-service'
import type { Report } from '@longshore/analyzer/report'
import { expect, it } from 'vitest'
import { ServiceBody } from '../environments/services.schemas.ts'
import { type CurrentState, compareComposeFiles } from './compare-compose.mapper.ts'
import { imageReport } from './image-report.remote.ts'

const atLine = (line: number) => [{ claim: 'service', file: 'compose.yaml', line, what: 'stated' }]

function report(images: Record<string, string>, more: Partial<Report> = {}): Report {
  const services = Object.entries(images).map(([name, image], index) => ({
    ...{ ...emptyService, name, image, builder: 'image' as const, evidence: atLine(index + 2) },
  }))
  return { ...imageReport('nginx'), services, warnings: [], ...more }
}

const service = (name: string, more: object = {}) =>
  ServiceBody.parse({ name, kind: 'web', source: { builder: 'image', image: 'nginx:1.28' }, ...more })
const state = (more: Partial<CurrentState> = {}): CurrentState => ({
  ...{ services: [service('web')], variables: [], isLive: true },
  ...more,
})
const base = report({ web: 'nginx:1.28' })

it('changes nothing if the file stays as it is', () => {
  const { check, services } = compareComposeFiles({ base, next: base }, state())
  expect(check).toEqual({ valid: true, problems: [], changes: [], removesData: [], missingVariables: [] })
  expect(services).toEqual([service('web')])
})

it('names removed services that store data, but only if something runs', () => {
  const services = [service('web'), service('files', { volumes: [{ name: 'data', path: '/data' }] })]
  const both = { base: report({ web: 'nginx:1.28', files: 'nginx:1.28' }), next: base }
  expect(compareComposeFiles(both, state({ services })).check.removesData).toEqual(['files'])
  expect(compareComposeFiles(both, state({ services, isLive: false })).check.removesData).toEqual([])
})

it('rejects an unreadable file at its line, and describes no changes', () => {
  const warning = { code: 'compose_unreadable', message: 'No.', hint: 'Analyze again.', file: 'compose.yaml', line: 3 }
  const { check } = compareComposeFiles({ base, next: report({}, { warnings: [warning] }) }, state())
  expect(check).toMatchObject({ valid: false, changes: [], removesData: [] })
  expect(check.problems).toMatchObject([
    { severity: 'error', code: 'compose_unreadable', line: 3, hint: 'Correct the file, then check it again.' },
  ])
})

it('rejects a build and a file without services, and only warns of other things', () => {
  const built = { ...emptyService, name: 'web', builder: 'dockerfile' as const, evidence: atLine(2) }
  const { check } = compareComposeFiles({ base, next: report({}, { services: [built] }) }, state())
  expect(check.problems).toMatchObject([{ severity: 'error', code: 'build_without_repository', line: 2 }])
  const none = compareComposeFiles({ base, next: report({}) }, state())
  expect(none.check.problems).toMatchObject([{ severity: 'error', code: 'no_service_found', line: null }])
  const warning = { code: 'compose_key_refused', message: 'No.', hint: null, file: 'compose.yaml', line: 4 }
  const refused = compareComposeFiles({ base, next: report({ web: 'nginx:1.29' }, { warnings: [warning] }) }, state())
  expect(refused.check).toMatchObject({ valid: true, problems: [{ severity: 'warning', line: 4 }] })
  expect(refused.check.changes).toMatchObject([{ kind: 'service_changed', service: 'web', field: 'source' }])
})
