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

it('tries again while the database is away, and at once gives up on anything else', async () => {
  expect(await retryTransient(failing(2, away), new AbortController().signal)).toBe('done')
  const violated = Object.assign(new Error('duplicate key'), { code: '23505' })
  await expect(retryTransient(failing(1, violated), new AbortController().signal)).rejects.toBe(violated)
})

it('stops trying when the attempt is lost', async () => {
  await expect(retryTransient(failing(1, away), AbortSignal.abort())).rejects.toBe(away)
})

it('tells troubles of the connection from answers of the database', () => {
  expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isTransient(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe(true)
  expect(isTransient(Object.assign(new Error('x'), { code: '40P01' }))).toBe(true)
  expect(isTransient(new Error('planned failure'))).toBe(false)
})
