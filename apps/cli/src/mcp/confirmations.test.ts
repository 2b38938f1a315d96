import { expect, test } from 'vitest'
import { confirmWithinMs, createConfirmations } from './confirmations.ts'

const plan = { question: 'Remove it.', run: async () => undefined }

test('accepts an answer once, for its call, and in time', () => {
  let now = 0
  const questions = createConfirmations(() => now)
  const first = questions.open('a', plan)
  expect(questions.take(first, 'b')).toBeUndefined()
  expect(questions.take(first, 'a')).toBeUndefined()
  const second = questions.open('a', plan)
  expect(questions.take(second, 'a')).toBe(plan)
  expect(questions.take(second, 'a')).toBeUndefined()
  const late = questions.open('a', plan)
  now = confirmWithinMs + 1
  expect(questions.take(late, 'a')).toBeUndefined()
  expect(questions.take('made-up', 'a')).toBeUndefined()
})

test('drops the oldest questions when there are too many', () => {
  const questions = createConfirmations()
  const keys = Array.from({ length: 20 }, () => questions.open('a', plan))
  expect(keys.map((key) => questions.take(key, 'a') !== undefined)).toEqual(keys.map((_, index) => index >= 4))
})
