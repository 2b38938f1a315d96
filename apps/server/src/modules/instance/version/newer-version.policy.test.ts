import { expect, test } from 'vitest'
import { isNewer, VersionFeed } from './newer-version.policy.ts'

test.each([
  ['0.2.0', '0.1.0', true],
  ['v1.0.0', '0.99.99', true],
  ['0.10.0', '0.9.0', true],
  ['0.1.1', '0.1.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.0.9', '0.1.0', false],
  ['1.0.0-beta.1', '0.1.0', false],
  ['latest', '0.1.0', false],
])('%s after %s: %s', (candidate, current, expected) => expect(isNewer(candidate, current)).toBe(expected))

test("rejects invalid versions and URLs that aren't https", () => {
  expect(VersionFeed.safeParse({ version: '1.0.0' }).data).toEqual({ version: '1.0.0', url: null })
  for (const feed of [{ version: 'one' }, { version: '1.0.0', url: 'http://x.example' }, {}, null])
    expect(VersionFeed.safeParse(feed).success).toBe(false)
})
