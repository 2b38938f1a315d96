/** The lines of an .env file; a comment above or next to a line describes it. */

export interface DotenvLine {
  readonly key: string
  readonly value: string
  readonly line: number
  readonly description: string | null
  /** `# KEY=value`: the author suggests it as an option. */
  readonly isCommentedOut: boolean
}

const maxLines = 2_000

export function readDotenv(text: string): DotenvLine[] {
  const found: DotenvLine[] = []
  let comments: string[] = []
  for (const [index, raw] of text.split('\n', maxLines).entries()) {
    const line = raw.slice(0, 4_000).trim()
    const pair = /^(#\s*)?(?:export\s+)?([A-Za-z_][A-Za-z0-9_]{0,127})\s?=(.*)$/.exec(line)
    const isProse = pair?.[1] !== undefined && !/^[A-Z][A-Z0-9_]+$/.test(pair[2] ?? '')
    if (pair !== null && !isProse) {
      const { value, comment } = splitValue(pair[3] ?? '')
      const description = [...comments, comment].join(' ').trim().slice(0, 500)
      found.push({
        key: pair[2] ?? '',
        value,
        line: index + 1,
        description: description === '' ? null : description,
        isCommentedOut: pair[1] !== undefined,
      })
      comments = []
    } else if (line.startsWith('#')) {
      const commented = line.replace(/^#+\s?/, '').trim()
      // Lines or headings made of hashes have no meaning.
      if (/[A-Za-z]/.test(commented)) comments.push(withoutRulerAtEnd(commented.replace(/^[-=*#]+ ?/, '')))
    } else comments = []
  }
  return found
}

function splitValue(text: string): { value: string; comment: string } {
  const trimmed = text.trim()
  const quote = trimmed[0]
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = trimmed.indexOf(quote, 1)
    if (end !== -1) return { value: trimmed.slice(1, end), comment: commentIn(trimmed.slice(end + 1)) }
  }
  const hash = trimmed.startsWith('#') ? 0 : trimmed.indexOf(' #')
  if (hash === -1) return { value: trimmed, comment: '' }
  return { value: trimmed.slice(0, hash).trim(), comment: commentIn(trimmed.slice(hash)) }
}

function commentIn(text: string): string {
  const hash = text.indexOf('#')
  return hash === -1 ? '' : text.slice(hash + 1).trim()
}

function withoutRulerAtEnd(text: string): string {
  let end = text.length
  while (end > 0 && '-=*#'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).trim()
}
