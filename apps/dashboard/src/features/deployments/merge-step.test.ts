import { expect, it } from 'vitest'
import { mergeSteps, noteChange, progressOf, type StepChange, type StepChanges } from './merge-step.ts'

const build = {
  name: 'build-image',
  status: 'running' as const,
  attempt: 1,
  startedAt: '2026-11-16T10:00:00.000Z',
  finishedAt: null,
  durationMs: null,
  medianMs: 4_000,
  detail: null,
}
const pending = { ...build, name: 'check-health', status: 'pending' as const, startedAt: null }
const none: StepChanges = new Map()
const heard = (...changes: StepChange[]) => changes.reduce(noteChange, none)
const shown = (steps: ReturnType<typeof mergeSteps>) => steps.map(({ name, status }) => [name, status])

it('keeps fields of a step that the stream does not send', () => {
  const changes = heard({ name: 'build-image', status: 'succeeded', durationMs: 3_000, medianMs: undefined })
  expect(mergeSteps([build], changes)).toEqual([{ ...build, status: 'succeeded', durationMs: 3_000 }])
})

it('adds an unknown step', () => {
  const done = { ...build, status: 'succeeded' as const }
  expect(shown(mergeSteps([done], heard({ name: 'check-health', status: 'running' })))).toEqual([
    ['build-image', 'succeeded'],
    ['check-health', 'running'],
  ])
})

it('keeps events from before the list was read', () => {
  const changes = heard({ name: 'build-image', status: 'running' }, { name: 'build-image', status: 'succeeded' })
  expect(shown(mergeSteps([{ ...build, status: 'pending' }], changes))).toEqual([['build-image', 'succeeded']])
})

it('shows the list where it is ahead of the stream', () => {
  const done = { ...build, status: 'succeeded' as const, durationMs: 214 }
  expect(mergeSteps([done], heard({ name: 'build-image', status: 'running' }))).toEqual([done])
})

it('shows a second attempt as running, though the first one has failed', () => {
  const failed = { ...build, status: 'failed' as const }
  const changes = heard({ name: 'build-image', status: 'running', attempt: 2 })
  expect(shown(mergeSteps([failed], changes))).toEqual([['build-image', 'running']])
})

it('finishes the steps before the running one', () => {
  const first = { ...pending, name: 'resolve-source' }
  const changes = heard({ name: 'check-health', status: 'running' })
  expect(shown(mergeSteps([first, build, pending], changes))).toEqual([
    ['resolve-source', 'succeeded'],
    ['build-image', 'succeeded'],
    ['check-health', 'running'],
  ])
})

it('does not change steps that have not started', () => {
  expect(shown(mergeSteps([build, pending], none))).toEqual([
    ['build-image', 'running'],
    ['check-health', 'pending'],
  ])
})

it('has no progress without a median', () => {
  expect(progressOf({ durationMs: 10, medianMs: null })).toBeNull()
  expect(progressOf({ durationMs: 6_000, medianMs: 4_000 })).toBe(1.5)
})
