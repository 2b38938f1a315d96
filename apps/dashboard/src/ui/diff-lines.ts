/** Lines of a diff: parsed from a unified diff, or computed from two texts. */
import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'gap'
  text: string
}

/** Skips the file names above the first hunk: the title of the view shows them. */
export function parseUnifiedDiff(diff: string): DiffLine[] {
  const lines: DiffLine[] = []
  let isInHunk = false
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('@@')) {
      if (isInHunk) lines.push({ kind: 'gap', text: line })
      isInHunk = true
    } else if (isInHunk && !line.startsWith('\\')) lines.push(toLine(line))
  }
  return lines
}

function toLine(line: string): DiffLine {
  const text = line.slice(1)
  if (line.startsWith('+')) return { kind: 'added', text }
  return line.startsWith('-') ? { kind: 'removed', text } : { kind: 'same', text }
}

export function diffTexts(before: string, after: string): DiffLine[] {
  const [old, current] = [split(before), split(after)]
  // Undefined: too different to compare in time.
  const changes = diffArrays(old, current, { maxEditLength }) ?? [
    { value: old, added: false, removed: true },
    { value: current, added: true, removed: false },
  ]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}

/** Lines added and removed. Beyond it, the whole old text is shown as removed and the whole new one as added. */
const maxEditLength = 2_000

function split(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}
