import { expect, it } from 'vitest'
import { parsePorts } from './parse-ports.ts'

it('reads ports separated by commas or spaces, without duplicates', () => {
  expect(parsePorts(' 5432, 8080 5432,')).toEqual([5432, 8080])
  expect(parsePorts('')).toEqual([])
})
it('rejects invalid ports', () => {
  for (const wrong of ['0', '65536', '-1', '80-90', 'http', '1e3', '123456']) expect(parsePorts(wrong)).toBeUndefined()
})
