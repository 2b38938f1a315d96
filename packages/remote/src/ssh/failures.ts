/** One text and one remedy for each code, so that the same cause reads the same everywhere. */
import { RemoteError, type RemoteErrorCode } from './remote-error.ts'
import { shownText } from './shown-text.ts'

const texts: Record<RemoteErrorCode, readonly [message: string, hint: string]> = {
  address_not_allowed: [
    'This instance does not connect to that address.',
    'Use an address that SSH_ALLOW covers, or ask the operator to add it there. Link-local addresses are never allowed.',
  ],
  dns_failed: ['The host name has no address.', 'Check the spelling and the DNS record, or use the IP address.'],
  connection_refused: [
    'The server refused the connection.',
    'Check the port, and that sshd is running and listens on this address.',
  ],
  connection_timeout: [
    'The server did not answer in time.',
    'Check the address and port, and that no firewall between here and the server drops the packets.',
  ],
  connection_lost: [
    'The connection was cut.',
    'Try again. If it happens at once every time, look at sshd’s log: MaxStartups, fail2ban or a firewall may close it.',
  ],
  host_unreachable: ['There is no route to the server.', 'Check the address and the network of this machine.'],
  jump_unusable: [
    'The jump server cannot be used.',
    'Put the jump server right first: its own status names the problem.',
  ],
  not_ssh: ['What answers on this port does not speak SSH 2.', 'Check the port: sshd listens on 22 by default.'],
  host_key_unknown: [
    'No host key of this server is pinned.',
    'Compare the fingerprint with the one the provider’s console shows, then accept it.',
  ],
  host_key_changed: [
    'The server showed another host key than the pinned ones; nothing was sent to it.',
    'If the server was reinstalled, compare the new fingerprint on its console and accept it. Otherwise somebody may be in between.',
  ],
  key_refused: [
    'The server does not accept this key for this user.',
    'Add the public key to ~/.ssh/authorized_keys of that user; check AllowUsers and the modes of ~/.ssh (700) and the file (600).',
  ],
  key_unreadable: ['The private key cannot be read.', 'Paste the whole private key in OpenSSH or PEM format.'],
  key_too_weak: [
    'The private key is too weak.',
    'Use Ed25519, ECDSA, or RSA with at least 3072 bits: ssh-keygen -t ed25519',
  ],
  key_passphrase_needed: ['The private key is protected by a passphrase.', 'Give the passphrase with the key.'],
  key_passphrase_wrong: ['The passphrase does not open the private key.', 'Check the passphrase.'],
  no_common_algorithm: [
    'The server offers only algorithms that are no longer safe.',
    'Update OpenSSH on the server, or allow curve25519, AES-GCM or AES-CTR, and SHA-2 there.',
  ],
  shell_unusable: [
    'The login works, but the user cannot run commands.',
    'Give the user a shell such as /bin/sh, and remove ForceCommand and command="…" for this key.',
  ],
  command_timeout: ['The command took too long and was ended.', 'Look at the server’s load and disk, then try again.'],
  output_too_large: ['The server sent more than the limit.', 'Look at what the command prints on the server.'],
  forwarding_forbidden: [
    'The server forbids forwarding of sockets.',
    'Set AllowStreamLocalForwarding yes in sshd_config, and leave DisableForwarding off.',
  ],
  docker_missing: ['Docker is not installed on the server.', 'Install Docker 25.0.2 or newer.'],
  docker_socket_denied: [
    'The user may not use Docker’s socket.',
    'Add the user to the group docker: usermod -aG docker USER',
  ],
  docker_unreachable: ['Docker does not answer on the server.', 'Look at: systemctl status docker'],
  cancelled: ['The work was cancelled.', 'Start it again when it is wanted.'],
}

/** `detail` may come from the server: it is cut and stripped of everything that a terminal would obey. */
export function failure(
  code: RemoteErrorCode,
  options: { detail?: string; hint?: string; cause?: unknown } = {},
): RemoteError {
  const [message, hint] = texts[code]
  const detail = options.detail === undefined ? '' : shownText(options.detail, 300)
  return new RemoteError(code, detail === '' ? message : `${message} (${detail})`, {
    hint: options.hint ?? hint,
    cause: options.cause,
  })
}

/** What an abort means: our own errors pass, a deadline becomes `code`, anything else is a cancel. */
export function abortFailure(signal: AbortSignal, onDeadline: RemoteErrorCode): RemoteError {
  const reason: unknown = signal.reason
  if (reason instanceof RemoteError) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError') return failure(onDeadline, { cause: reason })
  return failure('cancelled', { cause: reason })
}
