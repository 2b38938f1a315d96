import { expect, it } from 'vitest'
import { isTransient, retryTransient } from './transient.ts'

const failing = (times: number, error: Error) => {
  let left = times
  return async () => {
    if (left-- > 0) throw error
    return 'done'
  }
}
const away = Object.assign(new Error('terminating connection'), { code: '57P01' })

it('retries while the database is unreachable, and gives up immediately on any other error', async () => {
  expect(await retryTransient(failing(2, away), new AbortController().signal)).toBe('done')
  const violated = Object.assign(new Error('duplicate key'), { code: '23505' })
  await expect(retryTransient(failing(1, violated), new AbortController().signal)).rejects.toBe(violated)
})

it('stops retrying when the attempt is lost', async () => {
  await expect(retryTransient(failing(1, away), AbortSignal.abort())).rejects.toBe(away)
})

it('distinguishes connection errors from database responses', () => {
  expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isTransient(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe(true)
  expect(isTransient(Object.assign(new Error('x'), { code: '40P01' }))).toBe(true)
  expect(isTransient(new Error('planned failure'))).toBe(false)
})
