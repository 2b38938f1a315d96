import { expect, test } from 'vitest'
import { defaultRetry, type Failure, waitBeforeRetry } from './back-off.ts'
import { ConnectionError, ProblemError } from './problem.ts'

const lost = new ConnectionError('lost')
const answered = (status: number, retryAfterMs?: number) => new ProblemError({ code: 'x' }, { status, retryAfterMs })
const wait = (failure: Partial<Failure>, random = () => 0.5) =>
  waitBeforeRetry(
    { operation: { method: 'GET' }, attempt: 0, error: lost, hasVersion: false, ...failure },
    defaultRetry,
    random,
  )

test('retries only calls that are safe to repeat', () => {
  expect(wait({})).toBeGreaterThan(0)
  expect(wait({ operation: { method: 'POST', takesKey: true } })).toBeGreaterThan(0)
  expect(wait({ operation: { method: 'PUT' } })).toBeGreaterThan(0)
  expect(wait({ operation: { method: 'PUT' }, hasVersion: true })).toBeUndefined()
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) expect(wait({ operation: { method } })).toBeUndefined()
})

test('retries temporary refusals, and no permanent ones', () => {
  const operation = { method: 'POST' } as const
  expect(wait({ operation, error: answered(429) })).toBeGreaterThan(0)
  expect(wait({ operation, error: answered(503) })).toBeUndefined()
  expect(wait({ error: answered(503) })).toBeGreaterThan(0)
  for (const status of [400, 401, 403, 404, 409, 412, 422, 500])
    expect(wait({ error: answered(status) })).toBeUndefined()
  const inUse = new ProblemError({ code: 'idempotency_key_in_use' }, { status: 409 })
  expect(wait({ operation: { method: 'POST', takesKey: true }, error: inUse })).toBeGreaterThan(0)
})

test('waits as long as the server asks, up to a limit', () => {
  expect(wait({ error: answered(429, 3_000) })).toBeGreaterThanOrEqual(3_000)
  expect(wait({ error: answered(429, 900_000) })).toBeUndefined()
})

test('doubles the wait with jitter and a maximum, and stops after the last try', () => {
  expect(wait({}, () => 0)).toBe(125)
  expect(wait({}, () => 1)).toBe(250)
  expect(wait({ attempt: 3 }, () => 1)).toBe(2_000)
  expect(wait({ attempt: defaultRetry.retries })).toBeUndefined()
})
