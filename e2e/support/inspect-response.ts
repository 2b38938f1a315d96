/** Requirements of every response: documented, valid, with its headers, and without internals. */
import type { Received } from './exchange.ts'
import { faultsOf, type Schema } from './json-schema.ts'
import type { Operation } from './openapi.ts'

const headers: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /default-src 'none'/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cache-control': /no-store/,
  'x-request-id': /^[0-9a-f]{32}$/,
}
const forbiddenHeaders = ['server', 'x-powered-by', 'access-control-allow-origin']

const leaks: RegExp[] = [
  /\n\s+at /,
  /\b(node_modules|node:internal|kysely|fastify|FST_ERR|ZodError|SyntaxError|TypeError)\b/,
  /\.(ts|js|sql):\d/,
  /\b(select .+ from|insert into|update .+ set|delete from|violates|relation "|syntax error at|duplicate key value)\b/i,
  /\b(ECONN|ENOENT|EPIPE|postgresql?:\/\/|longshore_(tenant|system))/,
  /\/(home|root|usr|work|tmp|var)\//,
]

/** Operations that return published texts, the same for everyone: these explain SQL errors and name folders on purpose. */
const published = new Set(['getFailures'])
/** Operations that name folders of the instance's machine to its operators, who have a shell there. */
const operators = new Set(['checkInstanceHealth'])

export function inspect(operation: Operation, answer: Received, named: Record<string, Schema>): string[] {
  const isAllowed = published.has(operation.id) || operators.has(operation.id)
  const leaked = isAllowed && answer.status < 300 ? [] : inspectLeaks(answer)
  return [...inspectBody(operation, answer, named), ...inspectHeaders(answer), ...leaked]
}

/** For responses that don't belong to an operation, such as 404 for an unknown path. */
export function inspectProblem(answer: Received, named: Record<string, Schema>): string[] {
  return [...problemFaults(answer, named), ...inspectLeaks(answer)]
}

export function inspectHeaders(answer: Pick<Received, 'status' | 'headers'>, other: typeof headers = {}): string[] {
  const wrong = Object.entries({ ...headers, ...other }).filter(
    ([name, pattern]) => !pattern.test(String(answer.headers[name])),
  )
  return [
    ...wrong.map(([name]) => `${answer.status} has header ${name}: ${answer.headers[name]}`),
    ...forbiddenHeaders
      .filter((name) => answer.headers[name] !== undefined)
      .map((name) => `${answer.status} has header ${name}`),
    ...((answer.status === 429 || answer.status === 503) && !/^[1-9]\d*$/.test(String(answer.headers['retry-after']))
      ? [`${answer.status} without Retry-After`]
      : []),
    ...(answer.status === 401 && answer.headers['www-authenticate'] !== 'Bearer'
      ? ['401 without WWW-Authenticate']
      : []),
  ]
}

export function inspectBody(operation: Operation, answer: Received, named: Record<string, Schema>): string[] {
  const documented = operation.answers[String(answer.status)]
  if (answer.status >= 500) return [`answered ${answer.status}: ${answer.text.slice(0, 300)}`]
  if (documented === undefined) return [`${answer.status} is not documented: ${answer.text.slice(0, 200)}`]
  const contentType = answer.headers['content-type']?.split(';')[0] ?? null
  if (contentType !== documented.contentType) return [`${answer.status} has content type ${contentType}`]
  if (answer.status >= 400) return problemFaults(answer, named)
  if (operation.isStream || contentType === 'text/plain' || contentType === 'application/octet-stream') return []
  if (documented.schema === null) return answer.text === '' ? [] : [`${answer.status} has a body`]
  return faultsOf(documented.schema, answer.body, named).map(
    (fault) => `${answer.status} does not fit its schema:${fault}`,
  )
}

function problemFaults(answer: Received, named: Record<string, Schema>): string[] {
  const contentType = answer.headers['content-type']
  if (contentType !== 'application/problem+json; charset=utf-8')
    return [`${answer.status} has content type ${contentType}`]
  const faults = faultsOf({ $ref: '#/Problem' }, answer.body, named)
  if (faults.length > 0) return faults.map((fault) => `${answer.status} isn't a valid problem:${fault}`)
  const problem = answer.body as { status: number; type: string; code: string; traceId: string }
  return [
    ...(problem.status === answer.status ? [] : [`${answer.status} says status ${problem.status}`]),
    ...(problem.type === `/problems/${problem.code}` ? [] : [`${problem.code} has type ${problem.type}`]),
    ...(answer.headers['x-request-id'] === problem.traceId
      ? []
      : [`${answer.status} has another traceId than x-request-id`]),
  ]
}

export function inspectLeaks(answer: Pick<Received, 'status' | 'text'>): string[] {
  return leaks
    .filter((pattern) => pattern.test(answer.text))
    .map((pattern) => `${answer.status} tells of the inside (${pattern.source}): ${answer.text.slice(0, 300)}`)
}
