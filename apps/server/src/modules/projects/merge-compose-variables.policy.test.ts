import type { Report } from '@longshore/analyzer/report'
import { expect, it } from 'vitest'
import { imageReport } from './image-report.remote.ts'
import { type CurrentVariable, mergeVariables } from './merge-compose-variables.policy.ts'

type Values = Record<string, string | null>

function report(services: Record<string, Values>): Report {
  const variables = Object.entries(services).flatMap(([service, values]) =>
    Object.entries(values).map(([key, value]) => ({
      ...{ key, required: value === null, secret: value === null, default: value, scope: 'runtime' as const },
      ...{ services: [service], exceptions: [], template: null, providedBy: null, description: null, evidence: [] },
    })),
  )
  return { ...imageReport('nginx'), variables }
}

const current = (key: string, service: string | null, value: string | null): CurrentVariable => ({
  ...{ id: `${service ?? ''}/${key}`, key, service, value, scope: 'runtime', expand: false },
})
const services = new Set(['web', 'jobs'])

it('sets edited and new values, and leaves unchanged ones alone', () => {
  const base = report({ web: { LOG: 'info', MODE: 'fast' } })
  const next = report({ web: { LOG: 'debug', MODE: 'fast', NEW: '1' } })
  const edits = mergeVariables({ base, next }, { current: [current('MODE', 'web', 'slow')], services })
  expect(edits.set).toEqual([
    { key: 'LOG', service: 'web', value: 'debug', scope: 'runtime', expand: false },
    { key: 'NEW', service: 'web', value: '1', scope: 'runtime', expand: false },
  ])
  expect(edits.removed).toEqual([])
})

it('changes a shared variable only if all services want the same value', () => {
  const shared = [current('LOG', null, 'info')]
  const base = report({ web: { LOG: 'info' }, jobs: { LOG: 'info' } })
  const all = mergeVariables(
    { base, next: report({ web: { LOG: 'debug' }, jobs: { LOG: 'debug' } }) },
    { current: shared, services },
  )
  expect(all.set).toMatchObject([{ key: 'LOG', service: null, value: 'debug' }])
  const one = mergeVariables(
    { base, next: report({ web: { LOG: 'debug' }, jobs: { LOG: 'info' } }) },
    { current: shared, services },
  )
  expect(one.set).toMatchObject([{ key: 'LOG', service: 'web', value: 'debug' }])
})

it('never changes or removes a secret, and names new ones that need a value', () => {
  const base = report({ web: { LOG: 'info' } })
  const next = report({ web: { LOG: 'debug', API_KEY: null } })
  const edits = mergeVariables({ base, next }, { current: [current('LOG', 'web', null)], services })
  expect(edits).toEqual({ set: [], removed: [], missing: [{ key: 'API_KEY', service: 'web', scope: 'runtime' }] })
})

it('copies no value that a report may have cut off or that cannot be stored, and no invalid name', () => {
  const next = report({
    web: { LONG: 'x'.repeat(4_000), NIL: 'a\u0000b', 'NOT A NAME': '1', SHORT: 'x'.repeat(3_999) },
  })
  const edits = mergeVariables({ base: report({}), next }, { current: [], services })
  expect(edits.set.map(({ key }) => key)).toEqual(['SHORT'])
  expect(edits.missing.map(({ key }) => key)).toEqual(['LONG', 'NIL'])
})

it('removes a variable that left the file, unless someone changed its value', () => {
  const base = report({ web: { ONE: '1', TWO: '2' } })
  const kept = [current('ONE', 'web', '1'), current('TWO', 'web', 'changed')]
  const edits = mergeVariables({ base, next: report({}) }, { current: kept, services })
  expect(edits.removed.map(({ key }) => key)).toEqual(['ONE'])
})

it('a value that gets references is set with them, and what it refers to is missing for all services', () => {
  const base = report({ web: { URL: 'a' } })
  const next = report({ web: { URL: null, PW: null } })
  for (const variable of next.variables)
    Object.assign(variable, variable.key === 'URL' ? { template: 'a${PW}' } : { scope: 'reference', required: true })
  const edits = mergeVariables({ base, next }, { current: [current('URL', 'web', 'a')], services })
  expect(edits.set).toEqual([{ key: 'URL', service: 'web', value: 'a${PW}', scope: 'runtime', expand: true }])
  expect(edits.missing).toEqual([{ key: 'PW', service: null, scope: 'reference' }])
  const back = mergeVariables(
    { base: next, next: base },
    { current: [{ ...current('URL', 'web', 'a${PW}'), expand: true }], services },
  )
  expect(back.set).toMatchObject([{ key: 'URL', value: 'a', expand: false }])
})
