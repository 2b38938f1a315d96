import { expect, it } from 'vitest'
import { errorExcerpt } from './error-excerpt.ts'

const trace = (count: number) => Array.from({ length: count }, (_, index) => `    at step${index} (file.js:1:1)`)

it('begins at the error line, not in the middle of its stack', () => {
  const error = "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/app/offers.js' imported from /app/server.js"
  const lines = ['Listening', 'more', error, ...trace(14), '}', '', 'Node.js v24.21.0', '']
  const excerpt = errorExcerpt(lines)
  expect(excerpt[0]).toBe(error)
  expect(excerpt.at(-1)).toBe('Node.js v24.21.0')
})

it('takes the last of several crashes, and the context of a short one', () => {
  const excerpt = errorExcerpt(['TypeError: first', ...trace(20), 'before', 'TypeError: second', ...trace(2)])
  expect(excerpt).toContain('TypeError: second')
  expect(excerpt).toHaveLength(12)
})

it('leaves out the middle of a long trace', () => {
  const excerpt = errorExcerpt(['RangeError: too deep', ...trace(50)])
  expect(excerpt).toHaveLength(24)
  expect(excerpt[0]).toBe('RangeError: too deep')
  expect(excerpt).toContain('…')
})

it('without an error line, shows the last lines', () => {
  expect(errorExcerpt(['', 'a', 'b', '', ''])).toEqual(['', 'a', 'b'])
  expect(errorExcerpt([''])).toEqual([])
})
