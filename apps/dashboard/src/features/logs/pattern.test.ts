import { expect, it } from 'vitest'
import { addField, noFilter, passes, removeField, toggleLevel } from './log-filter.ts'
import { LogStore } from './log-store.ts'
import { findMatches, patternFault } from './pattern.ts'

it('says what is wrong with a pattern', () => {
  expect(patternFault('(a')).toBe('Unterminated group')
  expect(patternFault('[a-z]+ \\d{3}')).toBeUndefined()
})

it('finds matches in any case, with their places', () => {
  expect(findMatches('e\\d+', ['E12 and e3', 'none', 'e4'])).toEqual([0, 0, 3, 0, 8, 10, 2, 0, 2])
})

it('reports a line that matches without text', () => {
  expect(findMatches('^', ['a'])).toEqual([0, 0, 0])
})

it('limits the matches of one line', () => {
  expect(findMatches('a', ['a'.repeat(1_000)])).toHaveLength(24)
})

it('keeps lines by level and field value', () => {
  const store = new LogStore()
  const line = (text: string, kind: 'stdout' | 'mark' = 'stdout') => ({ text, kind, group: 'web', at: '' })
  store.appendLines([
    line('{"level":"error","msg":"x","status":500}'),
    line('{"level":"error","msg":"y","status":404}'),
    line('WARN slow'),
    line('plain'),
    line('Deployment #2 is live.', 'mark'),
  ])
  const kept = (filter: typeof noFilter) => store.lines.flatMap((each, index) => (passes(each, filter) ? [index] : []))
  expect(kept(noFilter)).toEqual([0, 1, 2, 3, 4])
  const errors = toggleLevel(noFilter, 'error')
  expect(kept(errors)).toEqual([0, 1, 4])
  expect(kept(toggleLevel(errors, 'none'))).toEqual([0, 1, 3, 4])
  const field = { name: 'status', value: '500' }
  const narrowed = addField(errors, field)
  expect(kept(narrowed)).toEqual([0])
  expect(kept(removeField(narrowed, field))).toEqual([0, 1, 4])
  expect(kept(toggleLevel(errors, 'error'))).toEqual([0, 1, 2, 3, 4])
})
