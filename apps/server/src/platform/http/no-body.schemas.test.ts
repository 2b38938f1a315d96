import { expect, test } from 'vitest'
import { NoBody } from './no-body.schemas.ts'

test.each([undefined, null, {}])('nothing, and what clients send for nothing: %j', (body) =>
  expect(NoBody.safeParse(body).success).toBe(true),
)

test.each([{ a: 1 }, [], '', 0, false])('anything else is refused: %j', (body) =>
  expect(NoBody.safeParse(body).success).toBe(false),
)
