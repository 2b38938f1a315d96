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

test('tries again only what has no second effect', () => {
  expect(wait({})).toBeGreaterThan(0)
  expect(wait({ operation: { method: 'POST', takesKey: true } })).toBeGreaterThan(0)
  expect(wait({ operation: { method: 'PUT' } })).toBeGreaterThan(0)
  expect(wait({ operation: { method: 'PUT' }, hasVersion: true })).toBeUndefined()
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) expect(wait({ operation: { method } })).toBeUndefined()
})

test('tries anything again that the server refused for now, and nothing that it refused for good', () => {
  const operation = { method: 'POST' } as const
  expect(wait({ operation, error: answered(429) })).toBeGreaterThan(0)
  expect(wait({ operation, error: answered(503) })).toBeUndefined()
  expect(wait({ error: answered(503) })).toBeGreaterThan(0)
  for (const status of [400, 401, 403, 404, 409, 412, 422, 500])
    expect(wait({ error: answered(status) })).toBeUndefined()
  const inUse = new ProblemError({ code: 'idempotency_key_in_use' }, { status: 409 })
  expect(wait({ operation: { method: 'POST', takesKey: true }, error: inUse })).toBeGreaterThan(0)
})

test('waits as long as asked, but not for ever', () => {
  expect(wait({ error: answered(429, 3_000) })).toBeGreaterThanOrEqual(3_000)
  expect(wait({ error: answered(429, 900_000) })).toBeUndefined()
})

test('the wait doubles, is spread by chance, has a ceiling, and the tries have an end', () => {
  expect(wait({}, () => 0)).toBe(125)
  expect(wait({}, () => 1)).toBe(250)
  expect(wait({ attempt: 3 }, () => 1)).toBe(2_000)
  expect(wait({ attempt: defaultRetry.retries })).toBeUndefined()
})
