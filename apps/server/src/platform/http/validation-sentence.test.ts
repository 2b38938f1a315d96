import { expect, it } from 'vitest'
import { validationSentence } from './validation-sentence.ts'

const fault = (pointer: string, message: string) => ({ pointer, code: 'invalid', message })

it.each([
  ['/name', 'is required', 'name is required.'],
  ['/services/0/port', 'must be at most 65535', 'services[0].port must be at most 65535.'],
  ['/querystring/limit', 'must be a number', 'limit must be a number.'],
  ['', 'must be an object', 'The request must be an object.'],
  ['/env', 'line 2 has no =', 'env: line 2 has no =.'],
  ['/a~1b', "isn't a known field", "a/b isn't a known field."],
])('%s %s: is a sentence with the name of the field', (pointer, message, expected) => {
  expect(validationSentence([fault(pointer, message)])).toBe(expected)
})

it('shows three fields and counts the rest', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => fault(`/${name}`, 'is required'))
  expect(validationSentence(all)).toBe('a is required. b is required. c is required. 2 more fields are invalid.')
})

it('truncates long text', () => {
  expect(validationSentence([fault(`/${'x'.repeat(400)}`, 'is required')]).length).toBeLessThan(310)
})
