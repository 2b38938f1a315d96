import { expect, it } from 'vitest'
import { rangeOfLine } from './line-range.ts'

it('finds the line in the text', () => {
  const env = 'A=1\nBROKEN\nC=3'
  expect(env.slice(...rangeOfLine(env, 2))).toBe('BROKEN')
  expect(env.slice(...rangeOfLine(env, 3))).toBe('C=3')
  expect(rangeOfLine(env, 9)).toEqual([env.length, env.length])
})
