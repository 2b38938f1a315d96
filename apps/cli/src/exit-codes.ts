/** How commands end: scripts decide by these. */
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
  ok: 'It is done.',
  failed: 'It failed for another reason than those below; also a connection test, a backup or a restore that failed.',
  usage:
    'The command line is wrong, an answer is needed that nobody can give in a pipe, or longshore.yaml has a mistake.',
  notSignedIn: 'Nobody is signed in, the session is over, the token is not valid, or a recent sign-in is needed.',
  notFound: 'There is no such project, environment, server or deployment, or you may not see it.',
  refused: 'The instance refused it: not allowed, not valid, or in conflict with what is there.',
  unreachable: 'The instance did not answer, or what answers is no Longshore instance.',
  notLive: 'The deployment that was followed did not become live: it failed, was cancelled or superseded.',
  interrupted: 'Ended by Ctrl-C. A deployment that was followed goes on.',
}

/** A failure that the command line itself finds. */
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
