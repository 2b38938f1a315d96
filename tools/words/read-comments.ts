/** Comments of TypeScript and Go, each as one line of prose. Line comments that follow each other are one comment. */
import type { TextLine } from './read-text.ts'

/** `literals` are the parts of the text that only look like comments, in their order. */
export function readComments(text: string, literals: readonly (readonly [number, number])[]): TextLine[] {
  const code = blankOut(text, literals)
  const comments: TextLine[] = []
  let last: { text: string; line: number; endLine: number } | undefined
  let line = 1
  let seen = 0
  for (const match of code.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g)) {
    line += countNewlines(code.slice(seen, match.index))
    seen = match.index
    // The original text: code that is quoted in a comment is no literal.
    const raw = text.slice(match.index, match.index + match[0].length)
    const isAlone = /(?:^|\n)[ \t]*$/.test(code.slice(Math.max(0, match.index - 200), match.index))
    if (raw.startsWith('//') && isAlone && last !== undefined && last.endLine === line - 1) {
      last.text += ` ${toProse(raw)}`
      last.endLine = line
    } else {
      if (last !== undefined) comments.push(last)
      const mayContinue = raw.startsWith('//') && isAlone
      last = { text: toProse(raw), line, endLine: mayContinue ? line : Number.NaN }
    }
  }
  if (last !== undefined) comments.push(last)
  return comments.filter((each) => isProse(each.text)).map((each) => ({ line: each.line, text: each.text.trim() }))
}

function toProse(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
    .replaceAll(/\n\s*\*/g, '\n')
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isProse(text: string): boolean {
  return text !== '' && !/^(?:biome-ignore|@|go:|eslint|#|<reference)/.test(text)
}

function blankOut(text: string, ranges: readonly (readonly [number, number])[]): string {
  let at = 0
  const parts: string[] = []
  for (const [start, end] of ranges) {
    parts.push(text.slice(at, start), text.slice(start, end).replaceAll(/[^\n]/g, ' '))
    at = end
  }
  return parts.join('') + text.slice(at)
}

function countNewlines(text: string): number {
  return text.split('\n').length - 1
}
