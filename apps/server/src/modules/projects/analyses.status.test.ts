import { expect, test } from 'vitest'
import { analysisStatuses } from './analyses.schemas.ts'
import { analysisStatusDescriptions, isFinished, next, projectStatus, statesBefore } from './analyses.status.ts'

test('every state has a description, and every unfinished one can fail and be canceled', () => {
  expect(Object.keys(analysisStatusDescriptions)).toEqual([...analysisStatuses])
  for (const status of analysisStatuses) {
    if (isFinished(status)) expect(next[status]).toEqual([])
    else expect(next[status]).toEqual(expect.arrayContaining(['failed', 'cancelled']))
  }
})

test('only a scan completes', () => {
  expect(statesBefore('completed')).toEqual(['scanning'])
  expect(statesBefore('fetching')).toEqual(['queued', 'scanning'])
  expect(statesBefore('queued')).toEqual([])
})

test.each([
  [false, 'queued', 'analyzing'],
  [false, 'scanning', 'analyzing'],
  [false, 'completed', 'analyzed'],
  [false, 'failed', 'analysis_failed'],
  [false, 'cancelled', 'analysis_failed'],
  [false, null, 'analysis_failed'],
  [true, 'failed', 'active'],
  [true, 'queued', 'active'],
] as const)('finalized %s, newest analysis %s: %s', (isFinalized, newest, status) => {
  expect(projectStatus(isFinalized, newest)).toBe(status)
})
