import { expect, it } from 'vitest'
import { spanOf, subjectOf } from './deploy-choice.ts'

const commits = ['d', 'c', 'b', 'a'].map((sha) => ({ sha }))

it('counts the commits between the chosen and the live one', () => {
  expect(spanOf(commits, { chosen: undefined, live: 'b' })).toEqual({ kind: 'newer', count: 2 })
  expect(spanOf(commits, { chosen: 'c', live: 'b' })).toEqual({ kind: 'newer', count: 1 })
  expect(spanOf(commits, { chosen: 'a', live: 'b' })).toEqual({ kind: 'older', count: 1 })
  expect(spanOf(commits, { chosen: undefined, live: 'd' })).toEqual({ kind: 'same' })
})

it('says when nothing is live, or the live commit is not listed', () => {
  expect(spanOf(commits, { chosen: undefined, live: null })).toEqual({ kind: 'first' })
  expect(spanOf(commits, { chosen: 'c', live: 'z' })).toEqual({ kind: 'unknown' })
  expect(spanOf([], { chosen: undefined, live: 'z' })).toEqual({ kind: 'unknown' })
})

it('takes the first line of a message', () => {
  expect(subjectOf('Fix checkout\n\nFor good.')).toBe('Fix checkout')
})
