/** A unified diff of two small texts, for people. Uses the longest common subsequence; the caller limits the input. */
const context = 3
const maxLines = 2_000

export function unifiedDiff(before: string, after: string, name: string): string {
  const a = toLines(before)
  const b = toLines(after)
  if (a.length > maxLines || b.length > maxLines) return `--- ${name}\n+++ ${name}\n(too long to compare)\n`
  const rows = compare(a, b)
  const shown = rows.map((_, index) =>
    rows.slice(Math.max(0, index - context), index + context + 1).some((row) => row.sign !== ' '),
  )
  let text = `--- ${before === '' ? '/dev/null' : name}\n+++ ${name}\n`
  for (let start = 0; start < rows.length; start += 1) {
    if (shown[start] !== true) continue
    let end = start
    while (end < rows.length && shown[end] === true) end += 1
    text += hunk(rows, start, end)
    start = end
  }
  return text
}

interface Row {
  sign: ' ' | '-' | '+'
  text: string
}

function hunk(rows: readonly Row[], start: number, end: number): string {
  const count = (some: readonly Row[], sign: '-' | '+') =>
    some.filter((row) => row.sign !== (sign === '-' ? '+' : '-')).length
  const earlier = rows.slice(0, start)
  const here = rows.slice(start, end)
  const range = (sign: '-' | '+') => {
    const size = count(here, sign)
    return `${count(earlier, sign) + (size === 0 ? 0 : 1)},${size}`
  }
  return `@@ -${range('-')} +${range('+')} @@\n${here.map((row) => `${row.sign}${row.text}\n`).join('')}`
}

function compare(a: readonly string[], b: readonly string[]): Row[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const rows: Row[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i]
    const right = b[j]
    if (left !== undefined && left === right) {
      rows.push({ sign: ' ', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      rows.push({ sign: '-', text: left })
      i += 1
    } else {
      rows.push({ sign: '+', text: right ?? '' })
      j += 1
    }
  }
  return rows
}

function toLines(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
