import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseSafely } from './parse-safely.ts'

const Named = z.object({ name: z.string().max(5) })
const unmeasurable = { name: { length: { toString: 1, valueOf: 1 } } }

describe('parseSafely', () => {
  it('is needed: the validator throws', () => {
    expect(() => Named.safeParse(unmeasurable)).toThrow(TypeError)
  })

  it('refuses what throws', () => {
    expect(parseSafely(Named, unmeasurable)).toMatchObject({ success: false })
  })

  it('is the validator otherwise', () => {
    expect(parseSafely(Named, { name: 'ann' })).toEqual({ success: true, data: { name: 'ann' } })
    expect(parseSafely(Named, { name: 'annabel' }).success).toBe(false)
  })

  it('hides no defect of a schema', () => {
    const broken = z.string().transform(() => {
      throw new RangeError('ours')
    })
    expect(() => parseSafely(broken, 'x')).toThrow('ours')
  })
})
