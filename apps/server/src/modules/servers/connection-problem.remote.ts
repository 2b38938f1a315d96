/** Maps connection errors to the problem that the server shows. */
import type { RemoteError, RemoteErrorCode } from '@longshore/remote/ssh'
import type { ServerRow } from './servers.repository.ts'
import type { ServerProblem } from './servers.schemas.ts'

const titles: Partial<Record<RemoteErrorCode, string>> = {
  address_not_allowed: "The IP address isn't allowed",
  dns_failed: "The hostname doesn't resolve",
  connection_refused: 'The connection was refused',
  connection_timeout: "The server doesn't respond",
  connection_lost: 'The connection was lost',
  host_unreachable: 'There is no route to the server',
  jump_unusable: "The jump server can't be used",
  not_ssh: "This isn't an SSH server",
  host_key_unknown: 'The host key is unknown',
  host_key_changed: 'The host key changed',
  key_refused: "The key isn't accepted",
  key_unreadable: "The private key can't be read",
  key_too_weak: 'The private key is too weak',
  key_passphrase_needed: 'The private key needs its passphrase',
  key_passphrase_wrong: 'The passphrase is wrong',
  no_common_algorithm: 'The server only supports outdated algorithms',
  shell_unusable: "The user can't run commands",
  command_timeout: 'The server is too slow',
}

export function problemOf(error: RemoteError, row: ServerRow): ServerProblem {
  if (error.code === 'key_refused' && row.has_generated_key && row.connected_at === null) {
    return {
      code: 'key_not_installed',
      title: 'Waiting for the key',
      detail: `The server responds, but doesn't accept Longshore's key for ${row.username} yet.`,
      hint: `Run setupCommand on the server as ${row.username}. The server becomes ready automatically within seconds.`,
    }
  }
  return {
    code: error.code,
    title: titles[error.code] ?? "The server can't be used",
    detail: error.message,
    hint: error.hint,
  }
}
