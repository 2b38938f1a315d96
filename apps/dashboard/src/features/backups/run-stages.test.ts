import { expect, test } from 'vitest'
import { awaitsConfirmation, type DataRun, isCancellable, stagesOf } from './run-stages.ts'

const run: DataRun = {
  id: 'rst_1',
  status: 'restoring',
  progress: { bytes: 1_500_000, totalBytes: 3_000_000, statements: null },
  error: null,
  warning: null,
  undoUntil: null,
  confirmedAt: null,
  safetyBackupId: 'bkp_1',
  startedAt: null,
  switchedAt: null,
  createdAt: '2026-11-16T10:00:00.000Z',
}
const states = (each: DataRun, reached?: 'verifying') => stagesOf(each, reached).map(({ state }) => state)

test('shows finished, running, and waiting stages', () => {
  expect(states(run)).toEqual(['ok', 'ok', 'ok', 'running', 'waiting', 'waiting'])
  expect(stagesOf(run, undefined)[3]?.detail).toBe('1.5 MB of 3.0 MB')
})

test('omits the safety backup stage if there is none', () => {
  expect(states({ ...run, safetyBackupId: null })[2]).toBe('skipped')
})

test('shows a failure at the stage that its error names', () => {
  const error = { code: 'restore_mismatch', title: '', detail: '', hint: '', step: 'verify' }
  expect(states({ ...run, status: 'failed', error })).toEqual(['ok', 'ok', 'ok', 'ok', 'failed', 'waiting'])
})

test('a canceled run ends at the last stage that was seen', () => {
  expect(states({ ...run, status: 'cancelled' }, 'verifying')[4]).toBe('skipped')
})

test('all stages are done after the switch', () => {
  const done = { ...run, status: 'succeeded' as const, switchedAt: run.createdAt, undoUntil: run.createdAt }
  expect(states(done)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
  expect(states({ ...done, status: 'reverted', switchedAt: null })).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
  expect(awaitsConfirmation(done)).toBe(true)
  expect(awaitsConfirmation({ ...done, confirmedAt: run.createdAt })).toBe(false)
})

test('can be canceled until the switch', () => {
  expect(isCancellable('verifying')).toBe(true)
  expect(isCancellable('switching')).toBe(false)
  expect(isCancellable('succeeded')).toBe(false)
})
