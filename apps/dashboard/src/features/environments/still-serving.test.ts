import { expect, it } from 'vitest'
import { stillServing } from './still-serving.ts'

const failed = { id: 'dep_4', number: 4 }
const live = { id: 'dep_3', number: 3 }

it('names the version from before the failed deployment', () => {
  expect(stillServing({ status: 'live' }, failed, live)).toBe(3)
  expect(stillServing({ status: 'deploying' }, failed, live)).toBe(3)
})

it('names nothing if a newer version is live', () => {
  expect(stillServing({ status: 'live' }, failed, { id: 'dep_5', number: 5 })).toBeNull()
})

it('names nothing if no version has traffic', () => {
  expect(stillServing({ status: 'idle' }, failed, undefined)).toBeNull()
  expect(stillServing({ status: 'stopped' }, failed, live)).toBeNull()
})
