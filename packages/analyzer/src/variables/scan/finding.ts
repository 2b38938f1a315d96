/**
 * One place in code that reads a variable. Every pattern is bounded and only applied at known keywords, so a file takes
 * one pass.
 */
export interface Finding {
  readonly key: string
  readonly index: number
  /**
   * must: the program fails without it. plain: read without a default. fallback: has a default. maybe: its absence has
   * a meaning (a comparison, a condition). optional: a schema allows its absence, however the code reads it elsewhere.
   */
  readonly strength: 'must' | 'plain' | 'fallback' | 'maybe' | 'optional'
  /** The default as a literal. */
  readonly fallback: string | null
  readonly isBuild?: boolean
  /** The repository itself marks it as a secret. */
  readonly isSecret?: boolean
}

export type Scanner = (text: string, found: Finding[]) => void

/** Calls `read` with a match of the sticky pattern at each position of the keyword. */
export function eachHit(
  text: string,
  word: string,
  pattern: RegExp,
  read: (match: RegExpExecArray, index: number) => void,
): void {
  for (let index = text.indexOf(word); index !== -1; index = text.indexOf(word, index + word.length)) {
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (match !== null && !isComment(text, index)) read(match, index)
  }
}

/** True if the line starts like a comment in one of the languages. */
export function isComment(text: string, index: number): boolean {
  // Limit the lookbehind: a file can be one endless line.
  const near = text.slice(Math.max(0, index - 200), index)
  const head = near.slice(near.lastIndexOf('\n') + 1).trimStart()
  return (
    head.startsWith('//') ||
    (head.startsWith('#') && !head.startsWith('#[')) ||
    head.startsWith('*') ||
    head.startsWith('/*') ||
    head.startsWith('<!--') ||
    head.startsWith('--')
  )
}

/** Parses `"text"`, `'text'`, a number, or true/false; null for anything that isn't a literal. */
export function literal(text: string | undefined): string | null {
  if (text === undefined) return null
  const trimmed = text.trim()
  const quoted = /^(["'`])([^"'`\n$]{0,500})\1$/.exec(trimmed)
  if (quoted !== null) return quoted[2] ?? ''
  const plain = /^(?:-?\d[\d_]*(?:\.\d+)?|true|false|True|False)$/.exec(trimmed)?.[0]
  return plain === undefined ? null : plain.replaceAll('_', '').replace(/^T/, 't').replace(/^F/, 'f')
}
