import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChunkBuffer } from './chunk-buffer.ts'

describe('ChunkBuffer', () => {
  it('returns the same bytes in the same order, in full chunks and a remainder', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 1, max: 16 }), (parts, size) => {
        const gatherer = new ChunkBuffer(size)
        const given = parts.flatMap((part) => [...gatherer.push(Buffer.from(part))])
        expect(given.every((each) => each.length === size)).toBe(true)
        const rest = [...gatherer.end()]
        expect(rest.every((each) => each.length > 0 && each.length < size)).toBe(true)
        expect(Buffer.concat([...given, ...rest])).toEqual(Buffer.concat(parts))
      }),
    )
  })

  it('does not overwrite a returned chunk', () => {
    const gatherer = new ChunkBuffer(2)
    const [first] = gatherer.push(Buffer.from('ab'))
    Array.from(gatherer.push(Buffer.from('cd')))
    expect(first?.toString()).toBe('ab')
  })
})
