import { expect, it } from 'vitest'
import { z } from 'zod'
import { toAppError } from './problem-body.ts'

const Body = z.strictObject({
  place: z.union([
    z.strictObject({ id: z.string() }),
    z.strictObject({ host: z.string(), user: z.string(), port: z.int().optional() }),
  ]),
  range: z.union([z.ipv4(), z.cidrv4()]).optional(),
})

/** Returns the error as the route validator passes it on. */
function refusalOf(body: unknown) {
  const { issues } = Body.safeParse(body).error ?? { issues: [] }
  const validation = issues.map(({ path, code, message, ...params }) => ({
    keyword: code,
    instancePath: `/${path.join('/')}`,
    message,
    params,
  }))
  const error = toAppError(Object.assign(new Error('invalid'), { validation, validationContext: 'body' }))
  return [error.problem.code, ...(error.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)]
}

it.each([
  [{ place: { host: 'a' } }, ['validation_failed', '/place/user invalid_type']],
  [{ place: { host: 'a', user: 'b', port: 'c' } }, ['validation_failed', '/place/port invalid_type']],
  [{ place: { host: 'a', user: 'b', id: 'c' } }, ['unknown_field', '/place/id unknown_field']],
  [{ place: { id: 1 } }, ['validation_failed', '/place/id invalid_type']],
  [{ place: {} }, ['validation_failed', '/place/id invalid_type']],
  [{ place: { id: 'a' }, range: 'x' }, ['validation_failed', '/range invalid_union']],
])('reports the errors of the union member that was meant: %j', (body, expected) => {
  expect(refusalOf(body)).toEqual(expected)
})
