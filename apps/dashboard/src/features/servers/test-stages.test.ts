import { expect, it } from 'vitest'
import { untested, verdictOf, withStage } from './test-stages.ts'

const stage = { stage: 'dns' as const, detail: null, hint: null, code: null, durationMs: null }
const result = { ok: true, complete: true, fingerprint: null, fingerprints: [], failures: [], warnings: [] }
const fault = { stage: 'disk' as const, code: 'disk_low', detail: '', hint: '' }

it('keeps the newest event of a stage, and does not change the previous state', () => {
  const first = withStage(untested, { ...stage, status: 'running' })
  const second = withStage(first, { ...stage, status: 'ok', durationMs: 3 })
  expect(first.stages.get('dns')?.status).toBe('running')
  expect(second.stages.get('dns')?.status).toBe('ok')
  expect(untested.stages.size).toBe(0)
})

it('distinguishes the results of a test', () => {
  const ended = (change: object) => verdictOf({ ...untested, result: { ...result, ...change } })
  expect(verdictOf(untested)).toBe('none')
  expect(verdictOf({ ...untested, isRunning: true })).toBe('running')
  expect(ended({})).toBe('good')
  expect(ended({ warnings: [fault] })).toBe('warnings')
  expect(ended({ complete: false })).toBe('partial')
  expect(ended({ ok: false, complete: false })).toBe('failed')
})
