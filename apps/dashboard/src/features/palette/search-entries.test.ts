import { describe, expect, it } from 'vitest'
import { type Entry, groupEntries, searchEntries, toSearchable } from './search-entries.ts'

const entry = (label: string, detail = '', more: Partial<Entry> = {}) =>
  toSearchable({ id: label, group: 'x', label, detail, ...more })
const labels = (found: readonly Entry[]) => found.map(({ label }) => label)

describe('searchEntries', () => {
  it('ranks names that start with the text first', () => {
    const all = [entry('workshop'), entry('api', 'acme/shop'), entry('shop'), entry('my shop')]
    expect(labels(searchEntries(all, 'shop', 10))).toEqual(['shop', 'my shop', 'api', 'workshop'])
  })

  it('requires every word, in any order', () => {
    const all = [entry('production', 'shop'), entry('staging', 'shop')]
    expect(labels(searchEntries(all, 'SHOP prod', 10))).toEqual(['production'])
    expect(searchEntries(all, 'shop nothing', 10)).toEqual([])
  })

  it('shows rare entries only in a search, after the others', () => {
    const all = [entry('Deploy shop', '', { isRare: true }), entry('Deploy notes')]
    expect(labels(searchEntries(all, '', 10))).toEqual(['Deploy notes'])
    expect(labels(searchEntries(all, 'deploy', 10))).toEqual(['Deploy notes', 'Deploy shop'])
  })

  it('searches ten thousand entries quickly', () => {
    const all = Array.from({ length: 10_000 }, (_, index) => entry(`project ${index}`, `acme/repository-${index}`))
    expect(labels(searchEntries(all, 'project 9999', 5))[0]).toBe('project 9999')
    expect(searchEntries(all, 'acme', 5)).toHaveLength(5)
  })

  it('groups entries', () => {
    const [one, two, three] = [entry('a'), entry('b', '', { group: 'y' }), entry('c')].map((each) => each.entry)
    if (one === undefined || two === undefined || three === undefined) throw new Error('three')
    expect(groupEntries([one, two, three])).toEqual([
      ['x', [one, three]],
      ['y', [two]],
    ])
  })
})
