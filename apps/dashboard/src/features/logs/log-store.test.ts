import { describe, expect, it } from 'vitest'
import { allRows, contextRows, type LogRows, matchingRows, sectionRows, withFieldRows } from './log-rows.ts'
import { rangesOf, searchLines } from './log-search.ts'
import { LogStore } from './log-store.ts'
import { markSegments } from './mark-segments.ts'

const at = '2026-11-16T10:00:00.000Z'
const piece = (text: string, group = 'build', kind: 'stdout' | 'stderr' = 'stdout') => ({ text, group, kind, at })

describe('LogStore', () => {
  it('joins pieces that end anywhere, for each stream', () => {
    const store = new LogStore()
    store.appendText(piece('one\ntw'))
    store.appendText(piece('error\n', 'build', 'stderr'))
    store.appendText(piece('o\n\nthree'))
    store.appendText(piece('\n'))
    expect(store.lines.map(({ text }) => text)).toEqual(['one', 'two', 'error', '', 'three'])
  })

  it('keeps a color until it is reset', () => {
    const store = new LogStore()
    store.appendText(piece('\u001b[31mred\nstill\u001b[0m\nplain\n'))
    expect(store.lines.map(({ style }) => style.fore)).toEqual([null, 1, null])
  })

  it('keeps line keys when older lines are added', () => {
    const store = new LogStore()
    store.appendLines([piece('c'), piece('d')])
    store.prepend([piece('a'), piece('b')])
    store.appendLines([piece('e')])
    expect(store.lines.map(({ text, key }) => [text, key])).toEqual([
      ['a', -2],
      ['b', -1],
      ['c', 0],
      ['d', 1],
      ['e', 2],
    ])
  })

  it('notifies once for many lines', async () => {
    const store = new LogStore()
    let notified = 0
    store.watch(() => {
      notified += 1
    })
    for (let index = 0; index < 1_000; index += 1) store.appendText(piece(`${index}\n`))
    await expect.poll(() => notified).toBe(1)
  })
})

function shown(rows: LogRows): (string | number | undefined)[] {
  return Array.from({ length: rows.count }, (_, index) => {
    const row = rows.rowAt(index)
    if (row?.kind === 'section') return row.section.group
    if (row?.kind === 'gap') return `gap ${row.count}`
    if (row?.kind === 'field') return `${row.line}.${row.field.name}`
    return row?.isContext === true ? `(${row.line})` : row?.line
  })
}

describe('log rows', () => {
  const store = new LogStore()
  store.appendText(piece('a\nb\n', 'fetch'))
  store.appendText(piece('c\nd\ne\n', 'build'))
  const all = sectionRows(store.sections, new Set())
  const folded = sectionRows(store.sections, new Set([0]))
  it('have a heading for each step', () => {
    expect(shown(all)).toEqual(['fetch', 0, 1, 'build', 2, 3, 4])
    expect(all.rowAt(7)).toBeUndefined()
  })

  it('omit folded lines', () => {
    expect(shown(folded)).toEqual(['fetch', 'build', 2, 3, 4])
    expect(folded.rowOf(1)).toBeUndefined()
    expect(folded.rowOf(3)).toBe(3)
  })

  it('find the row of a line', () => {
    for (const line of [0, 1, 2, 3, 4]) expect(all.rowAt(all.rowOf(line) ?? -1)).toEqual({ kind: 'line', line })
    expect(matchingRows([2, 5]).rowOf(5)).toBe(1)
    expect(matchingRows([2, 5]).rowOf(3)).toBeUndefined()
    expect(allRows(3).rowAt(3)).toBeUndefined()
  })
})

describe('rows around matches', () => {
  it('join groups that touch, and count hidden lines', () => {
    const rows = contextRows([1, 3, 20], { around: 1, lines: 21 })
    expect(shown(rows)).toEqual(['(0)', 1, '(2)', 3, '(4)', 'gap 14', '(19)', 20])
    expect(rows.rowOf(20)).toBe(7)
    expect(rows.rowOf(10)).toBeUndefined()
  })

  it('include the fields of opened lines', () => {
    const fields = ['a', 'b'].map((name) => ({ name, value: 'x' }))
    const rows = withFieldRows(matchingRows([2, 5, 7]), new Map([[5, fields], [2, fields.slice(1)], [6, fields]])) // biome-ignore format: pairs
    expect(shown(rows)).toEqual([2, '2.b', 5, '5.a', '5.b', 7])
    expect([2, 5, 7].map((line) => rows.rowOf(line))).toEqual([0, 2, 5])
  })
})

describe('log search', () => {
  it('highlights several texts without overlap', () => {
    expect(rangesOf('Error: ERR', ['err'])).toEqual([[0, 3], [7, 10]]) // biome-ignore format: pairs
    expect(rangesOf('abcd', ['bc', 'abc'])).toEqual([[0, 3]])
    expect(rangesOf('abc', [''])).toEqual([])
  })

  it('finds displayed text in any case, without treating it as a pattern', async () => {
    const store = new LogStore()
    store.appendText(piece('Error: a.b\nerr\u001b[31mor\u001b[0m\na+b\nnothing\n'))
    const { signal } = new AbortController()
    expect(await searchLines(store.lines, { query: 'error', signal })).toEqual([0, 1])
    expect(await searchLines(store.lines, { query: 'a.b', signal })).toEqual([0])
    expect(await searchLines(store.lines, { query: 'A+B', from: 1, signal })).toEqual([2])
  })

  it('marks matches across color changes', () => {
    const segments = [
      { text: 'err', className: 'x' },
      { text: 'or!', className: 'y' },
    ]
    expect(markSegments(segments, [[1, 5]]).map(({ text, isMatch }) => [text, isMatch])).toEqual([
      ['e', false],
      ['rr', true],
      ['or', true],
      ['!', false],
    ])
  })
})
