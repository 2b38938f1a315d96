import { expect, test } from 'vitest'
import { layOutTable } from './table.ts'
import { fitLine, plainText, renderLine, widthOf } from './text.ts'

test('aligns columns with wide characters and colors', () => {
  const rows = [
    ['日本', { text: 'live', style: 'green' }, 'x'],
    ['shop', 'failed', 'y'],
  ] as const
  expect(layOutTable(['NAME', 'STATE', ''], rows).map(plainText)).toEqual([
    'NAME  STATE   ',
    '日本  live    x',
    'shop  failed  y',
  ])
})

test('cuts lines to the terminal width, but not in a pipe', () => {
  const rows = [['a'.repeat(30), 'b'.repeat(30)]]
  expect(layOutTable(['A', 'B'], rows, 40).every((line) => widthOf(line) <= 40)).toBe(true)
  expect(plainText(layOutTable(['A', 'B'], rows)[1] ?? '')).toContain('b'.repeat(30))
  expect(plainText(fitLine('日本語です', 5))).toBe('日本…')
})

test('adds colors around sanitized text', () => {
  expect(renderLine({ text: 'a\u001b[0mb', style: 'red' }, true)).toBe('\u001b[31mab\u001b[39m')
  expect(renderLine([{ text: 'a', style: 'bold' }, 'b'], false)).toBe('ab')
})
