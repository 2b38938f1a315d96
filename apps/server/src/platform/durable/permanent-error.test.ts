import { expect, it } from 'vitest'
import { notFound } from '../errors/app-error.ts'
import { describeError, isPermanent, PermanentError } from './permanent-error.ts'

it('treats an error with a code as final and keeps its public texts', () => {
  const error = new PermanentError('no_dockerfile', 'There is none.', { hint: 'Add one.', cause: new Error('ENOENT') })
  expect(isPermanent(error)).toBe(true)
  expect(describeError(error, 'plan')).toEqual({
    code: 'no_dockerfile',
    message: 'There is none.',
    hint: 'Add one.',
    step: 'plan',
    cause: 'ENOENT',
  })
})

it('treats a refusal from one of our own services as final', () => {
  expect(isPermanent(notFound())).toBe(true)
  expect(describeError(notFound(), 'plan').code).toBe('not_found')
})

it('keeps the text of an unexpected error for the operator, not for the public', () => {
  const described = describeError(new Error('connect ECONNREFUSED 10.0.0.7:22'), 'fetch')
  expect(isPermanent(new Error('x'))).toBe(false)
  expect(described.message).not.toContain('10.0.0.7')
  expect(described.cause).toContain('10.0.0.7')
  expect(describeError(new Error('x'.repeat(10_000)), 'fetch').cause?.length).toBe(2_000)
})
