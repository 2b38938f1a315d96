import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWatched, matchesPaths } from './watch-paths.policy.ts'

describe('patterns', () => {
  it.each([
    [['apps/web/**'], 'apps/web/index.ts', true],
    [['apps/web/**'], 'apps/web/deep/er/index.ts', true],
    [['apps/web/**'], 'apps/website/index.ts', false],
    [['apps/web'], 'apps/web/index.ts', true],
    [['apps/web/'], 'apps/web/index.ts', true],
    [['/apps/web'], 'apps/web/index.ts', true],
    [['./apps/web'], 'apps/web/index.ts', true],
    [['apps/*'], 'apps/web', true],
    [['*.ts'], 'index.ts', true],
    [['*.ts'], 'src/index.ts', false],
    [['**/*.ts'], 'src/a/index.ts', true],
    [['**/*.ts'], 'index.ts', true],
    [['**/test/**'], 'a/test/b/c', true],
    [['a/**/z'], 'a/z', true],
    [['a/**/z'], 'a/b/c/z', true],
    [['a/**/z'], 'a/b/c/y', false],
    [['package?.json'], 'package1.json', true],
    [['package?.json'], 'package.json', false],
    [['**', '!docs/**'], 'docs/index.md', false],
    [['**', '!docs/**'], 'src/index.ts', true],
    [['!docs/**'], 'src/index.ts', true],
    [['!docs/**'], 'docs/index.md', false],
    [['**', '!docs/**', 'docs/api.md'], 'docs/api.md', true],
    [['.'], 'anything/at/all', true],
    [['[a]'], 'a', false],
  ])('%j and %s: %s', (patterns, path, matches) => {
    expect(matchesPaths(patterns, path)).toBe(matches)
  })

  it('take no longer for adversarial patterns', () => {
    const before = process.cpuUsage()
    for (const pattern of [`${'*a'.repeat(200)}b`, `${'**/'.repeat(150)}b`, `${'*'.repeat(400)}b`])
      matchesPaths([pattern], `${'a'.repeat(500)}/${'a/'.repeat(400)}c`)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500)
  })

  it('match paths without special characters literally', () => {
    const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/)
    const path = fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(path, (each) => matchesPaths([each], each)),
      { numRuns: 300 },
    )
  })
})

describe('a push concerns an environment', () => {
  const docs = ['docs/index.md']

  it('when nothing specific is watched', () => {
    expect(isWatched(docs, { environment: [], services: [{ watchPaths: [] }] })).toBe(true)
  })
  it('when one service watches a changed path', () => {
    const services = [{ watchPaths: ['apps/web/**'] }, { watchPaths: ['docs'] }]
    expect(isWatched(docs, { environment: [], services })).toBe(true)
    expect(isWatched(['README.md'], { environment: [], services })).toBe(false)
  })
  it('by the paths of the environment only for services without paths', () => {
    const watching = { environment: ['docs'], services: [{ watchPaths: ['apps/web/**'] }] }
    expect(isWatched(docs, watching)).toBe(false)
    expect(isWatched(docs, { ...watching, services: [...watching.services, { watchPaths: [] }] })).toBe(true)
  })
  it('when the provider does not report the paths', () => {
    expect(isWatched(null, { environment: ['never/**'], services: [{ watchPaths: ['never'] }] })).toBe(true)
  })
})
