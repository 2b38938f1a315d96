import { expect, test } from 'vitest'
import { isMember } from './match-folder.ts'

test.each([
  ['packages/ui', ['packages/*'], true],
  ['packages/ui/src', ['packages/*'], false],
  ['packages/a/b', ['packages/**'], true],
  ['apps/web', ['./apps/*/'], true],
  ['packages/ui-old', ['packages/ui-*'], true],
  ['packages/skip', ['packages/*', '!packages/skip'], false],
  ['libs/b', ['libs/{a,b}'], true],
  ['libs/c', ['libs/{a,b}'], false],
  ['client', ['client', 'server'], true],
])('%s in %j: %s', (folder, patterns, expected) => {
  expect(isMember(folder, patterns)).toBe(expected)
})

test('a pattern of many stars is fast', () => {
  // Processor time, because the machine can be busy.
  const startedAt = process.cpuUsage()
  expect(isMember('a/'.repeat(500), [`${'**/x/'.repeat(200)}y`, `${'*a'.repeat(2_000)}b`])).toBe(false)
  expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(2_000)
})
