/** Errors on the way to a server as the problem that the server shows. */
import type { RemoteError, RemoteErrorCode } from '@longshore/remote/ssh'
import type { ServerRow } from '../servers.repository.ts'
import type { ServerProblem } from '../servers.schemas.ts'

const titles: Partial<Record<RemoteErrorCode, string>> = {
  address_not_allowed: 'The address is not allowed',
  dns_failed: 'The host name has no address',
  connection_refused: 'The connection was refused',
  connection_timeout: 'The server does not answer',
  connection_lost: 'The connection was cut',
  host_unreachable: 'There is no route to the server',
  not_ssh: 'This is not an SSH server',
  host_key_unknown: 'The host key is not known',
  host_key_changed: 'The host key has changed',
  key_refused: 'The key is not accepted',
  key_unreadable: 'The private key cannot be read',
  key_too_weak: 'The private key is too weak',
  key_passphrase_needed: 'The private key needs its passphrase',
  key_passphrase_wrong: 'The passphrase is wrong',
  no_common_algorithm: 'The server knows only outdated algorithms',
  shell_unusable: 'The user cannot run commands',
  command_timeout: 'The server is too slow',
}

export function problemOf(error: RemoteError, row: ServerRow): ServerProblem {
  if (error.code === 'key_refused' && row.has_generated_key && row.connected_at === null) {
    return {
      code: 'key_not_installed',
      title: 'Waiting for the key',
      detail: `The server answers, but does not let Longshore in as ${row.username} yet.`,
      hint: `Run setupCommand on the server as ${row.username}; the server becomes ready by itself within seconds.`,
    }
  }
  return {
    code: error.code,
    title: titles[error.code] ?? 'The server cannot be used',
    detail: error.message,
    hint: error.hint,
  }
}
