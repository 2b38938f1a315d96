/**
 * Matches globs of workspace files against folders, part by part: text from a repository never becomes a regular
 * expression.
 */

const maxPatterns = 200

/** Patterns apply in order; one with a leading `!` excludes what an earlier one included. */
export function isMember(folder: string, patterns: readonly string[]): boolean {
  let isIn = false
  for (const pattern of patterns.slice(0, maxPatterns)) {
    const isNegative = pattern.startsWith('!')
    const plain = tidy(isNegative ? pattern.slice(1) : pattern)
    if (isNegative !== isIn) continue
    if (expand(plain).some((one) => matches(folder.split('/'), one.split('/')))) isIn = !isNegative
  }
  return isIn
}

function tidy(pattern: string): string {
  const parts = pattern
    .trim()
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  const single = parts.filter((part, index) => part !== '**' || parts[index - 1] !== '**')
  // Each `**` can match any number of parts: more than a few would take too long.
  return single.filter((part) => part === '**').length > 3 ? '' : single.join('/')
}

/** Expands `{a,b}/*`, one level: workspace files don't nest them. */
function expand(pattern: string): string[] {
  const open = pattern.indexOf('{')
  const close = pattern.indexOf('}', open)
  if (open === -1 || close === -1) return [pattern]
  const choices = pattern
    .slice(open + 1, close)
    .split(',')
    .slice(0, 50)
  return choices.map((choice) => pattern.slice(0, open) + choice.trim() + pattern.slice(close + 1))
}

function matches(parts: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return parts.length === 0
  if (first === '**') {
    for (let skip = 0; skip <= parts.length; skip += 1) if (matches(parts.slice(skip), rest)) return true
    return false
  }
  const [part, ...others] = parts
  return part !== undefined && matchesPart(part, first) && matches(others, rest)
}

function matchesPart(part: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  if (pieces.length === 1) return part === pattern
  if (!part.startsWith(pieces[0] ?? '')) return false
  let index = (pieces[0] ?? '').length
  for (const piece of pieces.slice(1, -1)) {
    const found = part.indexOf(piece, index)
    if (found === -1) return false
    index = found + piece.length
  }
  const last = pieces.at(-1) ?? ''
  return part.length - last.length >= index && part.endsWith(last)
}
