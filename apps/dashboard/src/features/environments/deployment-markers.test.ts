import type { Deployment } from '@longshore/sdk'
import { expect, it } from 'vitest'
import { deploymentMarks } from './deployment-markers.ts'

const deployment = (number: number, more: Partial<Deployment>) =>
  ({
    number,
    status: 'retired',
    switchedAt: null,
    finishedAt: null,
    createdAt: '1970-01-01T00:00:10Z',
    commit: null,
    ...more,
  }) as Deployment

it('marks deployments that took traffic or failed, at the time they did, in order', () => {
  const marks = deploymentMarks(
    [
      deployment(4, { status: 'cancelled' }),
      deployment(3, { status: 'failed', finishedAt: '1970-01-01T00:01:00Z' }),
      deployment(2, { switchedAt: '1970-01-01T00:00:30Z' }),
      deployment(1, { switchedAt: '1970-01-01T00:10:00Z' }),
    ],
    { from: 0, to: 120 },
  )
  expect(marks.map(({ label, atSeconds, isBad }) => [label, atSeconds, isBad])).toEqual([
    ['#2', 30, false],
    ['#3', 60, true],
  ])
})
