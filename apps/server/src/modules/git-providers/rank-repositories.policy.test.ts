import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRanked, decodeCursor, encodeCursor, type Ranked, scoreOf } from './rank-repositories.policy.ts'

const repository = (fullName: string, more: { description?: string; archived?: boolean } = {}) => ({
  fullName,
  description: more.description ?? null,
  archived: more.archived ?? false,
})

test('ranks an exact name before a prefix, a substring, the owner, words and the description', () => {
  const found = ['octo/shop', 'octo/shop-api', 'octo/old-shop', 'shopkeepers/x', 'octo/x'].map((name) =>
    scoreOf('Shop', repository(name)),
  )
  expect(found.slice(0, 4)).toEqual([...found.slice(0, 4)].sort((a, b) => Number(b) - Number(a)))
  expect(new Set(found).size).toBe(5)
  expect(found[4]).toBeNull()
  expect(scoreOf('shop', repository('octo/x', { description: 'A SHOP' }))).not.toBeNull()
  expect(Number(scoreOf('shop', repository('a/shop', { archived: true })))).toBeLessThan(
    Number(scoreOf('shop', repository('a/shop'))),
  )
})

const ranked: fc.Arbitrary<Ranked> = fc.record({
  score: fc.integer({ min: 0, max: 12 }),
  pushedAt: fc.integer({ min: 0, max: 5 }),
  fullName: fc.constantFrom('a/a', 'a/b', 'b/ü'),
  providerId: fc.constantFrom('p', 'q'),
  id: fc.constantFrom('1', '2', '3'),
})

test('pages neither repeat nor skip items, whatever their size', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(ranked, { selector: (each) => JSON.stringify(each) }),
      fc.integer({ min: 1, max: 5 }),
      (items, size) => {
        const sorted = [...items].sort(compareRanked)
        const seen: Ranked[] = []
        for (let cursor: string | null = null; ; ) {
          const after: Ranked | null = cursor === null ? null : decodeCursor(cursor)
          const rest: Ranked[] = after === null ? sorted : sorted.filter((each) => compareRanked(each, after) > 0)
          const page = rest.slice(0, size)
          seen.push(...page)
          const last = page.at(-1)
          if (rest.length <= size || last === undefined) break
          cursor = encodeCursor(last)
        }
        expect(seen).toEqual(sorted)
      },
    ),
  )
})

test.each(['', 'x', 'bnVsbA', 'W10', 'eyJhIjoxfQ', Buffer.from('[1,2,3,4,5]').toString('base64url')])(
  "%s isn't a valid cursor",
  (text) => {
    expect(decodeCursor(text)).toBeNull()
  },
)
