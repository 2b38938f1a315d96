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

it('keeps of a step what the stream does not mention', () => {
  const changes = heard({ name: 'build-image', status: 'succeeded', durationMs: 3_000, medianMs: undefined })
  expect(mergeSteps([build], changes)).toEqual([{ ...build, status: 'succeeded', durationMs: 3_000 }])
})

it('adds a step that was not known', () => {
  const done = { ...build, status: 'succeeded' as const }
  expect(shown(mergeSteps([done], heard({ name: 'check-health', status: 'running' })))).toEqual([
    ['build-image', 'succeeded'],
    ['check-health', 'running'],
  ])
})

it('keeps events that came before the list was read', () => {
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

it('closes the steps before one that began', () => {
  const first = { ...pending, name: 'resolve-source' }
  const changes = heard({ name: 'check-health', status: 'running' })
  expect(shown(mergeSteps([first, build, pending], changes))).toEqual([
    ['resolve-source', 'succeeded'],
    ['build-image', 'succeeded'],
    ['check-health', 'running'],
  ])
})

it('leaves steps that are still to come', () => {
  expect(shown(mergeSteps([build, pending], none))).toEqual([
    ['build-image', 'running'],
    ['check-health', 'pending'],
  ])
})

it('says nothing about progress without a median', () => {
  expect(progressOf({ durationMs: 10, medianMs: null })).toBeNull()
  expect(progressOf({ durationMs: 6_000, medianMs: 4_000 })).toBe(1.5)
})
