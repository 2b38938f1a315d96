import { describe, expect, it } from 'vitest'
import { countChanges, diffTexts, parseUnifiedDiff } from './diff-lines.ts'

const signs = { same: ' ', added: '+', removed: '-', gap: '@' }
const short = (lines: ReturnType<typeof diffTexts>) => lines.map(({ kind, text }) => `${signs[kind]}${text}`)

describe('parseUnifiedDiff', () => {
  it('skips file names, and keeps lines that look like them', () => {
    const diff = '--- /dev/null\n+++ /etc/a\n@@ -1,2 +1,3 @@\n a\n---- b\n+++ c\n\\ No newline at end of file\n'
    expect(short(parseUnifiedDiff(diff))).toEqual([' a', '---- b'.replace('-', '-'), '+++ c'])
  })
  it('marks the gap between hunks', () => {
    expect(short(parseUnifiedDiff('@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@ x\n-c\n'))).toEqual([
      '-a',
      '+b',
      '@@@ -9 +9 @@ x',
      '-c',
    ])
  })
  it('has no lines for an empty diff', () => expect(parseUnifiedDiff('')).toEqual([]))
})

describe('diffTexts', () => {
  it('finds a change in the middle', () => {
    expect(short(diffTexts('a\nb\nc\n', 'a\nx\nc\n'))).toEqual([' a', '-b', '+x', ' c'])
  })
  it('keeps common lines between changes', () => {
    expect(short(diffTexts('1\na\n2\nb\n3', '1\n2\nc\n3\n4'))).toEqual([' 1', '-a', ' 2', '-b', '+c', ' 3', '+4'])
  })
  it('compares with an empty text', () => expect(short(diffTexts('', 'a\n'))).toEqual(['+a']))
  it('shows everything as replaced when the texts are too different', () => {
    const numbers = (start: number) => Array.from({ length: 1_500 }, (_, index) => `${start + index}`).join('\n')
    const lines = diffTexts(`same\n${numbers(0)}`, `same\n${numbers(5_000)}`)
    expect(countChanges(lines)).toEqual({ added: 1_501, removed: 1_501 })
  })
  it('counts added and removed lines', () =>
    expect(countChanges(diffTexts('a\nb', 'b\nc\nd'))).toEqual({ added: 2, removed: 1 }))
})
