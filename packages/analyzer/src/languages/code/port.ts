/**
 * Finds the port that code listens on, in the form that all languages share: a variable `PORT` and a number near it.
 */
import { type Claim, claim } from '../../claim.ts'
import { type CodeFile, findLine, findLines, type Hit, sourceOf } from './code-file.ts'

const variable = /["'`](?:(?:APP|SERVER|HTTP|API|WEB|LISTEN|BIND)_)?PORT["'`]/
const assigns = /port|addr|bind|listen|return|unwrap_or|default|else/i
const alone = /^[ \t]{0,40}["']?(\d{2,5})["']?,?$/
const number = /[^\d.](\d{2,5})(?![\d.])/

/** Ports of other services that are just as common in code. */
const foreign = new Set([22, 25, 465, 587, 1025, 1433, 2525, 3306, 5432, 5672, 6379, 8025, 9092, 9200, 11211, 27017])

/** 65535 appears in code as a limit, never as a port. */
export function isListenPort(port: number): boolean {
  return port >= 80 && port < 65_535 && !foreign.has(port)
}

/** Matches `os.getenv("PORT", "8080")` and similar calls; the default can be on one of the next lines. */
export function portOfVariable(files: readonly CodeFile[]): Claim<number> | null {
  for (const hit of findLines(files, variable, 20)) {
    const direct = numberAfter(hit)
    const port = Number(direct ?? nearbyDefault(hit))
    if (isListenPort(port)) return claim(port, 0.95, sourceOf(hit))
  }
  return null
}

/** Matches code that reads `PORT` without a default. */
export function findPortVariable(files: readonly CodeFile[]): Hit | null {
  return findLine(files, variable)
}

function nearbyDefault(hit: Hit): string | undefined {
  for (const line of hit.code.lines.slice(hit.line, hit.line + 6)) {
    const found = assigns.test(line) ? number.exec(line)?.[1] : alone.exec(line)?.[1]
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the number after the match, on the same line and close to it. */
function numberAfter({ code, line, match }: Hit): string | undefined {
  const from = match.index + match[0].length
  const rest = (code.lines[line - 1] ?? '').slice(from, from + 60)
  return /(?:^|[^\d.])(\d{2,5})(?!\d|\.\d)/.exec(rest)?.[1]
}

/** Finds a port after a text such as `listen(` or `port:`. */
export function portAfter(files: readonly CodeFile[], preceding: RegExp, confidence = 0.95): Claim<number> | null {
  for (const hit of findLines(files, preceding, 40)) {
    const port = Number(numberAfter(hit))
    if (isListenPort(port)) return claim(port, confidence, sourceOf(hit))
  }
  return null
}

/** Returns the first number in the pattern's group that can be a port of the app itself. */
export function portOf(files: readonly CodeFile[], pattern: RegExp, confidence = 0.95): Claim<number> | null {
  for (const hit of findLines(files, pattern, 30)) {
    const port = Number(hit.match[1])
    if (isListenPort(port)) return claim(port, confidence, sourceOf(hit))
  }
  return null
}
