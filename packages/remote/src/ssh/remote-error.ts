/** Errors on the connection to a server. The codes are stable: they appear in API responses, checks, and streams. */
export const remoteErrorCodes = [
  'address_not_allowed',
  'dns_failed',
  'connection_refused',
  'connection_timeout',
  'connection_lost',
  'host_unreachable',
  'jump_unusable',
  'not_ssh',
  'host_key_unknown',
  'host_key_changed',
  'key_refused',
  'key_unreadable',
  'key_too_weak',
  'key_passphrase_needed',
  'key_passphrase_wrong',
  'no_common_algorithm',
  'shell_unusable',
  'command_timeout',
  'output_too_large',
  'forwarding_forbidden',
  'docker_missing',
  'docker_socket_denied',
  'docker_unreachable',
  'cancelled',
] as const
export type RemoteErrorCode = (typeof remoteErrorCodes)[number]

export class RemoteError extends Error {
  readonly code: RemoteErrorCode
  /** The remedy for the user. */
  readonly hint: string
  constructor(code: RemoteErrorCode, message: string, options: { hint: string; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'RemoteError'
    this.code = code
    this.hint = options.hint
  }
}
