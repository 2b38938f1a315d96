/** Prepares the last lines of a program for searching, and selects the few to show. */

const maxLines = 200
const maxLineLength = 400
const excerptLines = 5
/** Number of lines before the line that shows the cause. */
const linesBefore = 1

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const ansi = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

export function readLines(output: string): string[] {
  return output
    .split(/\r\n|\r|\n/)
    .slice(-maxLines)
    .map((line) =>
      line
        .slice(0, 4 * maxLineLength)
        .replaceAll(ansi, '')
        .replaceAll(control, '')
        .slice(0, maxLineLength),
    )
}

export interface Found {
  readonly at: number
  readonly match: RegExpExecArray
}

/** Returns the last match, because the last output usually shows why a program ended. */
export function findLast(lines: readonly string[], pattern: RegExp): Found | null {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const match = pattern.exec(lines[at] ?? '')
    if (match !== null) return { at, match }
  }
  return null
}

/** Returns the first of several patterns that matches any line. */
export function findAny<Sign extends { readonly pattern: RegExp }>(
  lines: readonly string[],
  signs: readonly Sign[],
): (Found & { readonly sign: Sign }) | null {
  for (const sign of signs) {
    const found = findLast(lines, sign.pattern)
    if (found !== null) return { ...found, sign }
  }
  return null
}

/** The output is already masked; this also hides passwords that Longshore doesn't know. */
export function excerptOf(lines: readonly string[], at: number | null): string[] {
  if (at === null) return []
  const from = Math.max(0, at - linesBefore)
  return lines
    .slice(from, from + excerptLines)
    .map((line) => hideCredentials(line).trimEnd())
    .filter((line, index, excerpt) => line !== '' || (index > 0 && index < excerpt.length - 1))
}

/** The first words of an error, as the runtimes of most languages print them. */
const errorLine =
  /^\s{0,8}(?:Uncaught )?(?:[\w.$]{0,80}(?:Error|Exception)\b|panic:|fatal(?: error)?:|error:|thread '.{0,80}' panicked)/i
const errorLineCount = 8

/** Starts at the last error, because its stack trace below says less. Without one, returns the last lines. */
export function errorLines(output: string): string[] {
  const lines = readLines(output.trimEnd())
  const at = findLast(lines, errorLine)?.at ?? Math.max(0, lines.length - errorLineCount)
  return lines
    .slice(at, at + errorLineCount)
    .map((line) => hideCredentials(line).trimEnd())
    .filter((line) => line !== '')
}

function hideCredentials(line: string): string {
  return line
    .replaceAll(/:\/\/[^\s:@/]{0,100}:[^\s@/]+@/g, '://***@')
    .replaceAll(/\b((?:password|passwd|secret|token|api_?key)["']?[=:] ?["']?)[^\s"',;&]+/gi, '$1***')
}
