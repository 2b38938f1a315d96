/** Reports errors: message, hint, remedy and a link to the explanation. */
import { ConnectionError, isProblem } from '@longshore/sdk'
import { CliError, exitCodeOf } from './exit-codes.ts'
import { remedyText } from './remedies.ts'
import type { Output, Sink } from './terminal/output.ts'
import { toSafeJson } from './terminal/sanitize-terminal-text.ts'
import type { Line } from './terminal/text.ts'

export interface ErrorReport {
  readonly code: string
  readonly message: string
  readonly hint: string
  /** The CLI command for the hint. */
  readonly remedy?: string
  /** URL of the page that explains the code. */
  readonly page?: string
  readonly errors?: readonly { pointer: string; message: string }[]
  readonly traceId?: string
}

export interface ReportOptions {
  readonly output: Pick<Output, 'isJson' | 'warn'>
  readonly stderr: Sink
  /** URL of the instance, which has the problem pages. */
  readonly url: string | undefined
}

export function reportError(error: unknown, { output, stderr, url }: ReportOptions): void {
  const report = toErrorReport(error, url)
  if (output.isJson) {
    stderr.write(`${toSafeJson({ error: { ...report, exitCode: exitCodeOf(error) } })}\n`)
    return
  }
  for (const line of toLines(report)) output.warn(line)
}

export function toErrorReport(error: unknown, url: string | undefined): ErrorReport {
  if (error instanceof CliError) return { code: error.exit, message: error.message, hint: error.hint }
  if (error instanceof ConnectionError) {
    const hint = 'Check the URL, your network, and that the instance is running.'
    return { code: 'unreachable', message: `Can't reach the instance: ${causeOf(error)}.`, hint }
  }
  if (!isProblem(error)) {
    const message = error instanceof Error ? error.message : String(error)
    return { code: 'unexpected', message, hint: 'This looks like a bug in the CLI. Please report it.' }
  }
  const { code, message, errors, traceId } = error
  const isOver = error.status === 401 && code !== 'invalid_credentials'
  const remedy = isOver ? undefined : remedyText(error.remedy?.action)
  return {
    code,
    message,
    hint: isOver ? 'Sign in with longshore login, or set a valid LONGSHORE_TOKEN.' : error.hint,
    ...(remedy === undefined ? {} : { remedy }),
    ...(isPage(error.body.type) && url !== undefined ? { page: `${url}${error.body.type}` } : {}),
    ...(errors.length === 0 ? {} : { errors }),
    ...(traceId === '' ? {} : { traceId }),
  }
}

function toLines({ message, hint: given, remedy, code, page, errors = [], traceId }: ErrorReport): Line[] {
  // The message repeats the first fields and the hint explains JSON, so the list of fields replaces both.
  const isListed = errors.length > 0 && (code === 'validation_failed' || code === 'unknown_field')
  const hint = isListed ? '' : given
  return [
    [{ text: '✗ ', style: 'red' }, isListed ? 'The input is invalid:' : message],
    ...errors.map(
      ({ pointer, message: what }): Line => `  ${pointer.slice(1).replaceAll('/', '.') || 'input'} ${what}`,
    ),
    ...(hint === '' ? [] : [`  ${hint}`]),
    ...(remedy === undefined ? [] : [`  ${remedy}`]),
    ...(page === undefined ? [] : [{ text: `  ${code}: ${page}`, style: 'dim' } as const]),
    ...(traceId === undefined ? [] : [{ text: `  trace ${traceId}`, style: 'dim' } as const]),
  ]
}

/** Accepts only problem pages of the instance. */
function isPage(type: unknown): type is string {
  return typeof type === 'string' && /^\/problems\/[a-z_]+$/.test(type)
}

/** The innermost cause is the most specific, such as ECONNREFUSED. */
function causeOf(error: Error): string {
  if (error.cause instanceof Error) return causeOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.replace(/\.$/, '')
}
