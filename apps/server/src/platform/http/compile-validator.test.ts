import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { compileValidator } from './compile-validator.ts'
import { NoBody } from './no-body.schemas.ts'

const app = Fastify().withTypeProvider<ZodTypeProvider>()
app.setValidatorCompiler(compileValidator)
app.setErrorHandler((error, _request, reply) =>
  reply.code(error instanceof AppError ? error.problem.status : isInvalid(error) ? 422 : 500).send(),
)
app.post('/', { schema: { body: z.strictObject({ name: z.string().max(5) }) } }, async ({ body }) => body.name)
function isInvalid(error: unknown): boolean {
  return error instanceof Error && 'validation' in error
}

const Options = z.strictObject({ name: z.string().optional() })
app.post('/options', { schema: { body: Options } }, async ({ body }) => body)
app.patch('/options', { schema: { body: Options } }, async ({ body }) => body)
app.post('/start', { schema: { body: NoBody } }, async () => 'started')
afterAll(() => app.close())

it.each([
  [{ name: 'ann' }, 200],
  [{ name: { length: { toString: 1, valueOf: 1 } } }, 422],
])('%j: %i', async (payload, status) => {
  expect((await app.inject({ method: 'POST', url: '/', payload })).statusCode).toBe(status)
})

it.each([
  ['POST', '/options', 200],
  ['PATCH', '/options', 422],
  ['POST', '/', 422],
] as const)('%s %s without a body: %i', async (method, url, status) => {
  const { statusCode, body } = await app.inject({ method, url })
  expect(statusCode).toBe(status)
  if (status === 200) expect(JSON.parse(body)).toEqual({})
})

it.each([
  [undefined, 200],
  [{}, 200],
  [{ name: 'ann' }, 422],
] as const)('an operation without fields gets %j: %i', async (payload, status) => {
  expect(
    (await app.inject({ method: 'POST', url: '/start', ...(payload === undefined ? {} : { payload }) })).statusCode,
  ).toBe(status)
})
