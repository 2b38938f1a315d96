import { expect, test } from 'vitest'
import { unifiedDiff } from './diff.ts'

test('returns a unified diff', () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const after = lines.map((line) => (line === 'e' ? 'E' : line))
  expect(unifiedDiff(`${lines.join('\n')}\n`, `${after.join('\n')}\n`, '/etc/x')).toBe(
    '--- /etc/x\n+++ /etc/x\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n',
  )
})

test('shows a new file as additions', () => {
  expect(unifiedDiff('', 'a\n', '/etc/x')).toBe('--- /dev/null\n+++ /etc/x\n@@ -0,0 +1,1 @@\n+a\n')
})

test('shows two distant places as two hunks', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const after = lines.map((line, index) => (index === 2 || index === 25 ? 'changed' : line))
  expect(unifiedDiff(lines.join('\n'), after.join('\n'), 'x').match(/^@@/gm)).toHaveLength(2)
})

test('does not compare very long texts', () => {
  expect(unifiedDiff('a\n'.repeat(5_000), 'b\n', 'x')).toContain('too long')
})

test('ignores a missing newline at the end of the file', () => {
  expect(unifiedDiff('a\nb', 'a\nc\n', 'x')).toBe('--- x\n+++ x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n')
})
