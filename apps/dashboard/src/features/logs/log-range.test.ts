import { describe, expect, it } from 'vitest'
import { anchorOf, anchorTime, findAnchor } from './line-anchor.ts'
import { readLogParams, timesOf } from './log-range.ts'

const now = Date.parse('2026-11-18T10:00:00.000Z')

describe('ranges of a log', () => {
  it('come from the URL', () => {
    expect(readLogParams({ range: 'hour', service: 'web' })).toEqual({ range: 'hour', service: 'web' })
    expect(readLogParams({ range: 'nonsense', from: 'x', service: 3 })).toEqual({})
    expect(readLogParams({ range: 'custom', from: '2026-11-18T09:00:00Z', to: 'never' })).toEqual({
      range: 'custom',
      from: '2026-11-18T09:00:00.000Z',
    })
  })

  it('end now unless they are custom', () => {
    expect(timesOf({ range: 'quarter' }, now)).toEqual({ since: '2026-11-18T09:45:00.000Z' })
    expect(timesOf({}, now)).toEqual({})
    expect(timesOf({ range: 'custom', from: 'a', to: 'b' }, now)).toEqual({ since: 'a', until: 'b' })
  })
})

describe('anchor of a line', () => {
  const at = '2026-11-18T10:00:00.000Z'
  const lines = ['a', 'b', 'c'].map((text) => ({ at, text, group: 'web' }))

  it('finds the line among others of the same time', () => {
    expect(lines.map((line) => findAnchor(lines, anchorOf(line)))).toEqual([0, 1, 2])
    expect(anchorTime(anchorOf({ at, text: 'a', group: 'web' }))).toBe(at)
  })

  it('finds nothing for another text or nonsense', () => {
    expect(findAnchor(lines, anchorOf({ at, text: 'z', group: 'web' }))).toBe(-1)
    expect(findAnchor(lines, 'nonsense')).toBe(-1)
    expect(anchorTime('nonsense')).toBeUndefined()
  })
})
