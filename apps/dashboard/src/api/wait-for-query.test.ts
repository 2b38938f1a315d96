import { environmentManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForQuery } from './wait-for-query.ts'

const queryKey = ['trash']
const options = { pick: (items: string[]) => items[0], deadlineMs: 60_000, intervalMs: 3_000 }

beforeEach(() => {
  vi.useFakeTimers()
  // Without a browser, queries would not repeat.
  environmentManager.setIsServer(() => false)
})
afterEach(() => void vi.useRealTimers())

function setUp(answers: string[][]) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const asked = { times: 0 }
  const queryFn = async () => {
    asked.times += 1
    return answers.shift() ?? []
  }
  return { queries, queryFn, asked }
}

test('repeats the query until its answer has something, then stops', async () => {
  const { queries, queryFn, asked } = setUp([[], [], ['kept']])
  const found = waitForQuery(queries, { queryKey, queryFn }, options)
  await vi.advanceTimersByTimeAsync(2 * options.intervalMs + 100)
  expect(await found).toBe('kept')
  await vi.advanceTimersByTimeAsync(10 * options.intervalMs)
  expect(asked.times).toBe(3)
})

test('asks again instead of taking an answer from the cache', async () => {
  const { queries, queryFn } = setUp([['new']])
  queries.setQueryData(queryKey, ['old'])
  const found = waitForQuery(queries, { queryKey, queryFn }, options)
  await vi.advanceTimersByTimeAsync(100)
  expect(await found).toBe('new')
})

test('does not wait for the interval when the query is invalidated', async () => {
  const { queries, queryFn, asked } = setUp([[], ['kept']])
  const found = waitForQuery(queries, { queryKey, queryFn }, options)
  await vi.advanceTimersByTimeAsync(100)
  await queries.invalidateQueries({ queryKey })
  await vi.advanceTimersByTimeAsync(100)
  expect(await found).toBe('kept')
  expect(asked.times).toBe(2)
})

test('gives up at the deadline', async () => {
  const { queries, queryFn, asked } = setUp([])
  const found = waitForQuery(queries, { queryKey, queryFn }, options)
  await vi.advanceTimersByTimeAsync(options.deadlineMs)
  expect(await found).toBeUndefined()
  const { times } = asked
  await vi.advanceTimersByTimeAsync(10 * options.intervalMs)
  expect(asked.times).toBe(times)
})

test('continues after a failed answer', async () => {
  const { queries } = setUp([])
  const queryFn = vi
    .fn<() => Promise<string[]>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(['kept'])
  const found = waitForQuery(queries, { queryKey, queryFn }, options)
  await vi.advanceTimersByTimeAsync(options.intervalMs + 100)
  expect(await found).toBe('kept')
})
