/** Translates errors from a server: their code is shown to people, and broken connections are retried. */
import { RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import { PermanentError } from '../../platform/durable/permanent-error.ts'

/** Codes that a retry can't change. */
const finalCodes: ReadonlySet<string> = new Set([
  'address_not_allowed', 'host_key_unknown', 'host_key_changed', 'key_refused', 'key_unreadable', 'key_passphrase_needed',
  'key_passphrase_wrong', 'docker_missing', 'docker_socket_denied',
]) // biome-ignore format: a list

export function isFinalCode(code: string): boolean {
  return finalCodes.has(code)
}

/** `program` is what was built or started there. */
export function explainRemote(error: unknown, { isLast, program }: { isLast: boolean; program?: string }): unknown {
  if (error instanceof RuntimeError) {
    const { exitCode, logTail } = error
    const details = {
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(logTail === undefined ? {} : { logTail }),
      ...(program === undefined ? {} : { program }),
    }
    return new PermanentError(error.code, error.message, { details, cause: error })
  }
  if (!(error instanceof RemoteError) || error.code === 'cancelled') return error
  if (!isLast && !isFinalCode(error.code)) return error
  return new PermanentError(error.code, error.message, { hint: error.hint, cause: error })
}
