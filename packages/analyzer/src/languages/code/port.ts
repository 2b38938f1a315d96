/** The port that code listens on, as far as every language writes it the same way: a variable `PORT` and a number near it. */
import { type Claim, claim } from '../../claim.ts'
import { type CodeFile, findLine, findLines, type Hit, sourceOf } from './code-file.ts'

const variable = /["'`](?:(?:APP|SERVER|HTTP|API|WEB|LISTEN|BIND)_)?PORT["'`]/
const assigns = /port|addr|bind|listen|return|unwrap_or|default|else/i
const alone = /^[ \t]{0,40}["']?(\d{2,5})["']?,?$/
const number = /[^\d.](\d{2,5})(?![\d.])/

/** Ports of other services that stand in code just as often. */
const foreign = new Set([22, 25, 465, 587, 1025, 1433, 2525, 3306, 5432, 5672, 6379, 8025, 9092, 9200, 11211, 27017])

/** The last number of all stands in code as a limit, never as a port. */
export function isListenPort(port: number): boolean {
  return port >= 80 && port < 65_535 && !foreign.has(port)
}

/** `os.getenv("PORT", "8080")` and its relatives; the default may stand in one of the next lines. */
export function portOfVariable(files: readonly CodeFile[]): Claim<number> | null {
  for (const hit of findLines(files, variable, 20)) {
    const direct = numberAfter(hit)
    const port = Number(direct ?? nearbyDefault(hit))
    if (isListenPort(port)) return claim(port, 0.95, sourceOf(hit))
  }
  return null
}

/** The code reads `PORT` and has no answer for its absence. */
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

/** The number that follows what was found, on the same line and not far away. */
function numberAfter({ code, line, match }: Hit): string | undefined {
  const from = match.index + match[0].length
  const rest = (code.lines[line - 1] ?? '').slice(from, from + 60)
  return /(?:^|[^\d.])(\d{2,5})(?!\d|\.\d)/.exec(rest)?.[1]
}

/** A port that follows a word such as `listen(` or `port:`. */
export function portAfter(files: readonly CodeFile[], preceding: RegExp, confidence = 0.95): Claim<number> | null {
  for (const hit of findLines(files, preceding, 40)) {
    const port = Number(numberAfter(hit))
    if (isListenPort(port)) return claim(port, confidence, sourceOf(hit))
  }
  return null
}

/** The first number that a pattern's group gives and that can be a port of the app itself. */
export function portOf(files: readonly CodeFile[], pattern: RegExp, confidence = 0.95): Claim<number> | null {
  for (const hit of findLines(files, pattern, 30)) {
    const port = Number(hit.match[1])
    if (isListenPort(port)) return claim(port, confidence, sourceOf(hit))
  }
  return null
}
