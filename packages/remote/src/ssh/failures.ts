/** One text and one remedy per code, so that the same cause reads the same everywhere. */
import { RemoteError, type RemoteErrorCode } from './remote-error.ts'
import { sanitizeText } from './sanitize-text.ts'

const texts: Record<RemoteErrorCode, readonly [message: string, hint: string]> = {
  address_not_allowed: [
    "This instance isn't allowed to connect to that IP address.",
    'Use an IP address that SSH_ALLOW covers, or ask the operator to add it. Link-local addresses are never allowed.',
  ],
  dns_failed: ["The hostname doesn't resolve.", 'Check the spelling and the DNS record, or use the IP address.'],
  connection_refused: [
    'The server refused the connection.',
    'Check the port, and that sshd is running and listens on this IP address.',
  ],
  connection_timeout: [
    "The server didn't respond in time.",
    'Check the IP address and port, and that no firewall drops the packets.',
  ],
  connection_lost: [
    'The connection was lost.',
    "Try again. If it fails immediately every time, check sshd's log: MaxStartups, fail2ban, or a firewall might close it.",
  ],
  host_unreachable: ["There's no network route to the server.", "Check the IP address and this machine's network."],
  jump_unusable: ["The jump server can't be used.", 'Fix the jump server first. Its status shows the problem.'],
  not_ssh: ["The program on this port doesn't speak SSH 2.", 'Check the port: sshd listens on 22 by default.'],
  host_key_unknown: [
    'No host key is pinned for this server.',
    "Compare the fingerprint with the one on your provider's console, then accept it.",
  ],
  host_key_changed: [
    "The server's host key doesn't match the pinned ones. Nothing was sent to it.",
    'If you reinstalled the server, compare the new fingerprint on its console and accept it. Otherwise, someone might be intercepting the connection.',
  ],
  key_refused: [
    "The server doesn't accept this key for this user.",
    'Add the public key to ~/.ssh/authorized_keys of that user. Check AllowUsers and the modes of ~/.ssh (700) and the file (600).',
  ],
  key_unreadable: ["The private key can't be read.", 'Paste the whole private key in OpenSSH or PEM format.'],
  key_too_weak: [
    'The private key is too weak.',
    'Use Ed25519, ECDSA, or RSA with at least 3072 bits: ssh-keygen -t ed25519',
  ],
  key_passphrase_needed: ['The private key has a passphrase.', 'Enter the passphrase together with the key.'],
  key_passphrase_wrong: ["The passphrase doesn't unlock the private key.", 'Check the passphrase.'],
  no_common_algorithm: [
    'The server only offers outdated SSH algorithms.',
    'Update OpenSSH on the server, or allow curve25519, AES-GCM or AES-CTR, and SHA-2.',
  ],
  shell_unusable: [
    "The login works, but the user can't run commands.",
    'Give the user a shell such as /bin/sh, and remove ForceCommand and command="…" for this key.',
  ],
  command_timeout: ['The command took too long and was stopped.', "Check the server's load and disk, then try again."],
  output_too_large: ['The server sent more than the limit.', 'Check what the command prints on the server.'],
  forwarding_forbidden: [
    "The server doesn't allow socket forwarding.",
    'Set AllowStreamLocalForwarding yes in sshd_config, and turn off DisableForwarding.',
  ],
  docker_missing: ["Docker isn't installed on the server.", 'Install Docker 25.0.2 or later.'],
  docker_socket_denied: [
    "The user isn't allowed to use the Docker socket.",
    'Add the user to the docker group: usermod -aG docker USER',
  ],
  docker_unreachable: ["Docker doesn't respond on the server.", 'Check it on the server: systemctl status docker'],
  cancelled: ['The operation was canceled.', 'Start it again if you still need it.'],
}

/** `detail` can come from the server: it is truncated and stripped of control characters. */
export function failure(
  code: RemoteErrorCode,
  options: { detail?: string; hint?: string; cause?: unknown } = {},
): RemoteError {
  const [message, hint] = texts[code]
  const detail = options.detail === undefined ? '' : sanitizeText(options.detail, 300)
  return new RemoteError(code, detail === '' ? message : `${message} (${detail})`, {
    hint: options.hint ?? hint,
    cause: options.cause,
  })
}

/** Translates an abort: our own errors are kept, a deadline becomes `code`, and anything else is a cancel. */
export function abortFailure(signal: AbortSignal, onDeadline: RemoteErrorCode): RemoteError {
  const reason: unknown = signal.reason
  if (reason instanceof RemoteError) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError') return failure(onDeadline, { cause: reason })
  return failure('cancelled', { cause: reason })
}
