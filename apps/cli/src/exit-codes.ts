/** Exit codes, which scripts rely on. */
import { ConnectionError, isProblem } from '@longshore/sdk'

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  notFound: 4,
  refused: 5,
  unreachable: 6,
  notLive: 7,
  interrupted: 130,
} as const

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'Success.',
  failed:
    'The command failed for a reason not listed below. Also: a connection test, backup, or restore failed, or a compose file has errors.',
  usage: "The arguments are wrong, the command needs input that a pipe can't give, or longshore.yaml has an error.",
  notSignedIn: "You're not signed in, the session has ended, the token isn't valid, or a recent sign-in is required.",
  notFound: "The project, environment, server, or deployment doesn't exist, or you don't have access.",
  refused: 'The instance rejected the request: not allowed, not valid, or in conflict with the current state.',
  unreachable: "The instance didn't respond, or the URL isn't a Longshore instance.",
  notLive: "The followed deployment didn't go live: it failed, was canceled, or was superseded.",
  interrupted: 'Interrupted with Ctrl-C. A followed deployment keeps running.',
}

/** An error that the CLI detects itself. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: keyof typeof exitCodes
  readonly hint: string

  constructor(exit: keyof typeof exitCodes, message: string, hint = '') {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return exitCodes[error.exit]
  if (error instanceof ConnectionError || isProblem(error, 'unexpected_answer')) return exitCodes.unreachable
  if (!isProblem(error)) return exitCodes.failed
  if (error.status === 401 || error.code === 'recent_sign_in_required') return exitCodes.notSignedIn
  if (error.status === 404) return exitCodes.notFound
  return error.status >= 400 && error.status < 500 && error.status !== 429 ? exitCodes.refused : exitCodes.failed
}
