import { expect, it } from 'vitest'
import { mergeStep, progressOf } from './merge-step.ts'

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

it('keeps of a step what the stream does not mention', () => {
  const [merged] = mergeStep([build], {
    name: 'build-image',
    status: 'succeeded',
    durationMs: 3_000,
    medianMs: undefined,
  })
  expect(merged).toEqual({ ...build, status: 'succeeded', durationMs: 3_000 })
})

it('adds a step that was not known, and leaves the others', () => {
  const steps = mergeStep([build], { name: 'check-health', status: 'running' })
  expect(steps.map(({ name, status }) => [name, status])).toEqual([
    ['build-image', 'running'],
    ['check-health', 'running'],
  ])
})

it('says nothing about progress without a median', () => {
  expect(progressOf({ durationMs: 10, medianMs: null })).toBeNull()
  expect(progressOf({ durationMs: 6_000, medianMs: 4_000 })).toBe(1.5)
})
