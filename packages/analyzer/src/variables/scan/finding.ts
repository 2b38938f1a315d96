/** One place in code that reads a variable. Every pattern is bounded and looked for at known words only, so a file costs one pass. */
export interface Finding {
  readonly key: string
  readonly index: number
  /**
   * must: the program ends without it. plain: read without an answer for its absence. fallback: there is one. maybe: its absence
   * means something (a comparison, a question). optional: a schema lets it be absent, however the code reads it elsewhere.
   */
  readonly strength: 'must' | 'plain' | 'fallback' | 'maybe' | 'optional'
  /** The fallback's literal. */
  readonly fallback: string | null
  readonly isBuild?: boolean
  /** The repository itself calls it a secret. */
  readonly isSecret?: boolean
}

export type Scanner = (text: string, found: Finding[]) => void

/** Calls `read` with a match of the sticky pattern at each place of the word. */
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

/** The line begins as a comment does in one of the languages. */
export function isComment(text: string, index: number): boolean {
  // Only a little way back: a file may be one endless line.
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

/** `"text"`, `'text'`, a number or true/false; null for anything that is no literal. */
export function literal(text: string | undefined): string | null {
  if (text === undefined) return null
  const trimmed = text.trim()
  const quoted = /^(["'`])([^"'`\n$]{0,500})\1$/.exec(trimmed)
  if (quoted !== null) return quoted[2] ?? ''
  const plain = /^(?:-?\d[\d_]*(?:\.\d+)?|true|false|True|False)$/.exec(trimmed)?.[0]
  return plain === undefined ? null : plain.replaceAll('_', '').replace(/^T/, 't').replace(/^F/, 'f')
}
