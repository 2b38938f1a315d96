import { z } from 'zod'

const digits = /^-?\d{1,15}$/

/** An integer in a query string, in plain digits: `1e1` and `0x10` are more likely mistakes than numbers. */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !digits.test(value) ? Number.NaN : value),
    z.coerce.number().int().min(min).max(max),
  )
}
