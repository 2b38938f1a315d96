/** Finds the port that JavaScript listens on, in the common notations. */
import { type Claim, claim } from '../../claim.ts'
import { type CodeFile, findLines, type Hit, sourceOf } from '../code/code-file.ts'
import { isListenPort } from '../code/port.ts'

export function findCodePort(code: readonly CodeFile[]): Claim<number> | null {
  for (const pattern of patterns) {
    for (const hit of findLines(code, pattern.mark, 60)) {
      const port = isOfAnother(hit) ? null : numberIn(hit.match.input, pattern)
      if (port !== null) return claim(port, pattern.confidence, sourceOf(hit))
    }
  }
  return null
}

/**
 * A marker in a line and the number after it. Two steps, because a single expression would be too slow on a hostile
 * line.
 */
interface Pattern {
  readonly mark: RegExp
  /** Another text that the line must contain; with `isBehind`, the number comes after it. */
  readonly also?: string
  readonly isBehind?: boolean
  readonly tail: RegExp
  readonly confidence: number
}

const soon = /^[^\d;]{0,40}?["'`]?\b(\d{2,5})\b/
const next = /^[^\w\n]{0,8}(\d{2,5})\b/

/** Sorted by how certainly it is the listening port. */
const patterns: readonly Pattern[] = [
  // process.env.PORT || 4000, Number(process.env.PORT ?? '4000')
  { mark: /\b(?:env|config|settings)(?:\.|\[["'`])(?:(?:APP|SERVER|HTTP|API|WEB|LISTEN|BACKEND)_)?PORT\b/, tail: soon, confidence: 0.95 },
  // env.int('PORT', 1337), Env.get('PORT', 3333), configService.get<number>('port') || 3000
  { mark: /\b(?:[Ee]nv|config|configService|ConfigService|environment)\b[\w.?]{0,30}(?:<[^>]{1,30}>)?\(\s{0,3}["'`](?:\w{1,20}[._])?port["'`]/i, tail: soon, confidence: 0.95 },
  // const { PORT = 4000 } = process.env
  { mark: /\bPORT\s{0,3}=/, also: 'process.env', tail: next, confidence: 0.95 },
  // PORT: z.coerce.number().default(4000), PORT: port({ default: 4000 }), PORT: Joi.number().default(3000)
  { mark: /\bPORT["'`]?\s{0,3}[:,]/, also: 'default', isBehind: true, tail: next, confidence: 0.95 },
  // app.listen(4000), app.listen({ port: 4000 }), server.listen('4000')
  { mark: /\.listen\(/, tail: /^\s{0,5}(?:\{[^\n}]{0,60}?\bport\s{0,3}:\s{0,3})?["'`]?(\d{2,5})\b/, confidence: 0.95 },
  // Bun.serve({ port: 4000 }), serve({ fetch: app.fetch, port: 4000 })
  { mark: /\bserve\(/i, also: 'port', isBehind: true, tail: next, confidence: 0.95 },
  { mark: /^\s{0,12}(?:export\s)?(?:const|let|var)\s[\w.]{0,20}port(?:\s?:\s?\w{1,10})?\s{0,3}=/i, tail: soon, confidence: 0.8 },
  { mark: /^\s{0,12}port\s{0,3}:/i, tail: soon, confidence: 0.8 },
] // biome-ignore format: a table

function numberIn(line: string, { mark, also, isBehind, tail }: Pattern): number | null {
  const found = mark.exec(line)
  if (found === null) return null
  const end = found.index + found[0].length
  const second = also === undefined ? end : line.indexOf(also, isBehind === true ? end : 0)
  if (second === -1) return null
  const from = isBehind === true ? second + (also ?? '').length : end
  const digits = tail.exec(line.slice(from, from + 80))?.[1]
  return digits !== undefined && isListenPort(Number(digits)) ? Number(digits) : null
}

/** Excludes `DB_PORT`, `REDIS_PORT || 6379`, `smtpPort`, and the port of a client or a proxy. */
function isOfAnother(hit: Hit): boolean {
  return /\b(?:DB|REDIS|MONGO|PG|POSTGRES|MYSQL|SMTP|MAIL|RABBIT|KAFKA|ELASTIC|CACHE|DEBUG|INSPECT|METRICS|HMR)\w{0,12}_?PORT\b|(?:redis|db|smtp|mail|mongo|postgres|pg|mysql|metrics|hmr|debug|admin)_?port/i.test(
    hit.match.input,
  )
}
