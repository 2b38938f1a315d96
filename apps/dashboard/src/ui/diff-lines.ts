/** The lines of a difference: read from a unified diff, or found between two texts. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'gap'
  text: string
}

/** Names of files above the first hunk are left out: the title of the view says them. */
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

/** By the longest common subsequence of what lies between the equal beginning and the equal end. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const [old, now] = [split(before), split(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...same(old.slice(0, head)),
    ...between(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(old.slice(old.length - tail)),
  ]
}

function split(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** More would take too long: then all of the old goes and all of the new comes. */
const maxCells = 4_000_000

function between(old: string[], now: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  if (old.length * now.length > maxCells) return [...old.map(removed), ...now.map(added)]
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const [oldLine, newLine] = [old[row], now[column]]
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ kind: 'same', text: oldLine })
      row += 1
      column += 1
    } else if (oldLine !== undefined && (newLine === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(removed(oldLine))
      row += 1
    } else if (newLine !== undefined) {
      lines.push(added(newLine))
      column += 1
    }
  }
  return lines
}

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}
