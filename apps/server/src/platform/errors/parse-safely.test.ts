import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseSafely } from './parse-safely.ts'

const Named = z.object({ name: z.string().max(5) })
const unmeasurable = { name: { length: { toString: 1, valueOf: 1 } } }

describe('parseSafely', () => {
  it('is needed because the validator throws', () => {
    expect(() => Named.safeParse(unmeasurable)).toThrow(TypeError)
  })

  it('rejects values that make the validator throw', () => {
    expect(parseSafely(Named, unmeasurable)).toMatchObject({ success: false })
  })

  it("otherwise returns the validator's result", () => {
    expect(parseSafely(Named, { name: 'ann' })).toEqual({ success: true, data: { name: 'ann' } })
    expect(parseSafely(Named, { name: 'annabel' }).success).toBe(false)
  })

  it("doesn't hide bugs in a schema", () => {
    const broken = z.string().transform(() => {
      throw new RangeError('ours')
    })
    expect(() => parseSafely(broken, 'x')).toThrow('ours')
  })
})
