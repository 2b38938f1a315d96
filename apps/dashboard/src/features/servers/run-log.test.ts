import { expect, it } from 'vitest'
import { emptyLog, shownState, withOutput, withStep } from './run-log.ts'

it('keeps the order of steps and the newest event of each', () => {
  const begun = withStep(withStep(emptyLog, { name: 'a', status: 'running' }), { name: 'b', status: 'running' })
  const ended = withStep(begun, { name: 'a', status: 'succeeded', durationMs: 5 })
  expect(ended.steps.map(({ name, status }) => `${name} ${status}`)).toEqual(['a succeeded', 'b running'])
})

it('keeps the end of long output', () => {
  const long = withOutput(emptyLog, { stream: 'stdout', text: 'x'.repeat(300_000), at: '' })
  const { output } = withOutput(long, { stream: 'stderr', text: 'end', at: '' })
  expect(output.length).toBe(200_000)
  expect(output.endsWith('xend')).toBe(true)
})

it('shows where a run failed', () => {
  const step = { name: 'a', status: 'running' as const }
  expect(shownState(step, { isOver: false, hasFailed: false })).toBe('running')
  expect(shownState(step, { isOver: true, hasFailed: true })).toBe('failed')
  expect(shownState(step, { isOver: true, hasFailed: false })).toBe('ok')
  expect(shownState({ ...step, status: 'succeeded' }, { isOver: true, hasFailed: true })).toBe('ok')
})
