import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { compileValidator } from './compile-validator.ts'

const app = Fastify().withTypeProvider<ZodTypeProvider>()
app.setValidatorCompiler(compileValidator)
app.setErrorHandler((error, _request, reply) =>
  reply.code(error instanceof AppError ? error.problem.status : 500).send(),
)
app.post('/', { schema: { body: z.strictObject({ name: z.string().max(5) }) } }, async ({ body }) => body.name)
afterAll(() => app.close())

it.each([
  [{ name: 'ann' }, 200],
  [{ name: { length: { toString: 1, valueOf: 1 } } }, 422],
])('%j: %i', async (payload, status) => {
  expect((await app.inject({ method: 'POST', url: '/', payload })).statusCode).toBe(status)
})
