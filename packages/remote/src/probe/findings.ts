/**
 * Every problem that a connection test can find: a stable code, the cause, and the remedy. The table is also the
 * reference page of the codes. `{name}` is replaced by what was found.
 */
import type { StageName } from './stages.ts'

interface Definition {
  /** The stage that usually finds it; null if every stage can. */
  readonly stage: StageName | null
  readonly status: 'warning' | 'failed'
  readonly cause: string
  readonly remedy: string
}

export const findings = {
  dns_failed: {
    stage: 'dns',
    status: 'failed',
    cause: "{host} doesn't resolve to an IP address.",
    remedy: 'Check the spelling and the A or AAAA record, or enter the IP address instead.',
  },
  dns_unanswered: {
    stage: 'dns',
    status: 'failed',
    cause: "The name servers didn't respond in time for {host}.",
    remedy:
      'Try again. If this keeps happening, check the DNS resolver of the machine that runs Longshore, or enter the IP address.',
  },
  address_not_allowed: {
    stage: 'dns',
    status: 'failed',
    cause: "This instance isn't allowed to connect to that IP address and port.",
    remedy:
      'Use a public or private IP address of the server. The operator can allow others with SSH_ALLOW, but never link-local ones such as 169.254.169.254.',
  },
  connection_refused: {
    stage: 'tcp',
    status: 'failed',
    cause: 'The server is up, but nothing accepts connections on port {port}.',
    remedy: 'Start sshd, or enter its port. Run "sudo ss -tlnp | grep sshd" on the server to find it.',
  },
  connection_timeout: {
    stage: 'tcp',
    status: 'failed',
    cause: 'Nothing responded on port {port} in time. A firewall might be dropping packets.',
    remedy:
      'Check that the server is running, and open the port in its firewall and your provider’s ("sudo ufw allow {port}/tcp").',
  },
  host_unreachable: {
    stage: 'tcp',
    status: 'failed',
    cause: "There's no network route to the server.",
    remedy:
      'Check the IP address, and that the machine that runs Longshore has the right network (IPv6, VPN, private network).',
  },
  jump_unusable: {
    stage: 'tcp',
    status: 'failed',
    cause: "The jump server for this connection can't be used.",
    remedy: 'Fix the jump server first. Test its connection to see the problem.',
  },
  not_ssh: {
    stage: 'tcp',
    status: 'failed',
    cause: "Port {port} accepts connections, but it isn't an SSH server.",
    remedy:
      'Enter the port of sshd, usually 22. Run "sudo ss -tlnp | grep sshd" on the server to find it. 80 and 443 are for web servers.',
  },
  server_busy: {
    stage: 'tcp',
    status: 'failed',
    cause: "sshd isn't accepting new connections from here right now.",
    remedy:
      'Wait a minute and try again. If this keeps happening, check MaxStartups and PerSourcePenalties in sshd_config, and whether fail2ban banned this machine.',
  },
  connection_lost: {
    stage: null,
    status: 'failed',
    cause: 'The server closed the connection.',
    remedy: 'Check "journalctl -u ssh" on the server for a fail2ban ban, hosts.deny, AllowUsers, or an sshd restart.',
  },
  no_common_algorithm: {
    stage: 'host_key',
    status: 'failed',
    cause: 'The server only offers outdated SSH algorithms.',
    remedy:
      'Update OpenSSH on the server, or remove old KexAlgorithms, Ciphers, and HostKeyAlgorithms lines from its sshd_config.',
  },
  host_key_unknown: {
    stage: 'host_key',
    status: 'warning',
    cause: "This is the first connection, so the server's host key isn't confirmed yet.",
    remedy:
      'On the server’s console, run "ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub". Compare the fingerprint, and send it as hostKeyFingerprint.',
  },
  host_key_changed: {
    stage: 'host_key',
    status: 'failed',
    cause: 'The server shows a different host key than expected. Nothing was sent to it.',
    remedy:
      'If you reinstalled the server, compare the fingerprint on its console and accept the new key. Otherwise, someone might be intercepting the connection.',
  },
  key_unreadable: {
    stage: 'auth',
    status: 'failed',
    cause: "The private key can't be read.",
    remedy:
      'Send the whole file, including its BEGIN and END lines, in OpenSSH or PEM format: "cat ~/.ssh/id_ed25519".',
  },
  key_passphrase_needed: {
    stage: 'auth',
    status: 'failed',
    cause: "The private key has a passphrase, but you didn't send one.",
    remedy: 'Send the passphrase too, or use a key without one: "ssh-keygen -t ed25519 -N \'\' -f longshore_key".',
  },
  key_passphrase_wrong: {
    stage: 'auth',
    status: 'failed',
    cause: "The passphrase doesn't unlock the private key.",
    remedy: 'Check it with "ssh-keygen -y -f KEYFILE" on your computer, then send it again.',
  },
  key_too_weak: {
    stage: 'auth',
    status: 'failed',
    cause: 'The private key is too weak: RSA with fewer than 3072 bits, or DSA.',
    remedy: 'Create a new key with "ssh-keygen -t ed25519 -f longshore_key" and add its public key to the server.',
  },
  key_refused: {
    stage: 'auth',
    status: 'failed',
    cause: "The server doesn't accept this key for the user {username}.",
    remedy:
      "Check the username first: cloud images often use root, ubuntu, or debian. Then, as {username} on the server: mkdir -p ~/.ssh && echo '{line}' >> ~/.ssh/authorized_keys && chmod 700 ~/.ssh && chmod 600 ~/.ssh/authorized_keys. If the key is already there, check AllowUsers and PermitRootLogin in sshd_config.",
  },
  key_missing: {
    stage: 'auth',
    status: 'warning',
    cause: "You didn't send a private key, so the login wasn't tested.",
    remedy:
      "Send privateKey (and passphrase, if it has one) to test the whole connection, or serverId for a server you've added.",
  },
  shell_unusable: {
    stage: 'auth',
    status: 'failed',
    cause: "The login works, but {username} can't run commands.",
    remedy:
      'Give the user a shell ("sudo usermod -s /bin/sh {username}"), and remove ForceCommand and command="…" for this key.',
  },
  sudo_missing: {
    stage: 'privileges',
    status: 'warning',
    cause:
      "{username} isn't root, and sudo isn't installed. Deployments work, but hardening and installing Docker don't.",
    remedy:
      'As root, run "apt-get install sudo", then "echo \'{username} ALL=(ALL) NOPASSWD: ALL\' > /etc/sudoers.d/longshore".',
  },
  sudo_needs_password: {
    stage: 'privileges',
    status: 'warning',
    cause:
      "{username} isn't root and can't use sudo without a password. Deployments work, but hardening and installing Docker don't.",
    remedy:
      'As root, run "echo \'{username} ALL=(ALL) NOPASSWD: ALL\' > /etc/sudoers.d/longshore && chmod 440 /etc/sudoers.d/longshore".',
  },
  forwarding_forbidden: {
    stage: 'forwarding',
    status: 'warning',
    cause:
      'sshd doesn’t allow forwarding Unix sockets. Longshore uses "docker system dial-stdio" instead, which is slower.',
    remedy:
      'In sshd_config, set "AllowStreamLocalForwarding yes" and remove "DisableForwarding yes" for {username}. Then run "sudo systemctl reload ssh".',
  },
  os_unsupported: {
    stage: 'os',
    status: 'failed',
    cause: "The server doesn't run Linux.",
    remedy: 'Use a Linux server, for example Debian 12 or later, or Ubuntu 22.04 or later.',
  },
  architecture_unsupported: {
    stage: 'os',
    status: 'failed',
    cause: "The server's CPU is neither x86_64 nor arm64.",
    remedy: 'Use a server with one of these architectures. Longshore has no images for others.',
  },
  os_untested: {
    stage: 'os',
    status: 'warning',
    cause:
      "Longshore isn't tested on this system. Deployments only need Docker, but hardening and installing Docker might not work.",
    remedy: 'Use Debian 12 or later, or Ubuntu 22.04 or later.',
  },
  docker_missing: {
    stage: 'docker',
    status: 'failed',
    cause: "Docker isn't installed.",
    remedy: 'Add the server and let Longshore install Docker, or follow https://docs.docker.com/engine/install/.',
  },
  docker_unreachable: {
    stage: 'docker',
    status: 'failed',
    cause: "Docker is installed, but its daemon doesn't respond.",
    remedy: 'Run "sudo systemctl enable --now docker" to start it, and "journalctl -u docker" to see why it stopped.',
  },
  docker_socket_denied: {
    stage: 'docker',
    status: 'failed',
    cause: "{username} isn't allowed to use the Docker socket.",
    remedy: 'Run "sudo usermod -aG docker {username}", then test again. The change applies to new logins.',
  },
  docker_too_old: {
    stage: 'docker',
    status: 'failed',
    cause: 'This Docker version is older than 25.0.2. Its builds ignore limits or can escape to the server.',
    remedy: "Update Docker. See https://docs.docker.com/engine/install/ for each distribution's repository.",
  },
  disk_full: {
    stage: 'disk',
    status: 'failed',
    cause: "The disk with Docker's data is almost full.",
    remedy:
      'Run "docker system df" to see what uses it, and "docker image prune" to remove unused images. A build needs a few gigabytes.',
  },
  disk_low: {
    stage: 'disk',
    status: 'warning',
    cause: "The disk with Docker's data is low on space.",
    remedy:
      'Run "docker system df" to see what uses it, and "docker image prune" to remove unused images. A build needs a few gigabytes.',
  },
  inodes_low: {
    stage: 'disk',
    status: 'warning',
    cause: "The disk with Docker's data is low on inodes. Soon it can't store new files, even with free space.",
    remedy: 'Remove unused images and build cache: "docker image prune -a" and "docker builder prune".',
  },
  memory_low: {
    stage: 'memory',
    status: 'warning',
    cause: 'The server has little memory, so builds might be killed.',
    remedy: 'Use at least 1 GB, add swap, or build elsewhere and deploy images.',
  },
  ports_taken: {
    stage: 'ports',
    status: 'failed',
    cause: "Another program uses the proxy's ports.",
    remedy:
      'Stop it ("sudo systemctl disable --now NAME", or "docker stop NAME" for a container) or move it to other ports.',
  },
  clock_skew: {
    stage: 'clock',
    status: 'warning',
    cause: "The server's clock is off by more than 5 seconds. Certificates might fail, and log times will be wrong.",
    remedy: 'Run "sudo timedatectl set-ntp true", then check with "timedatectl" that the clock is synchronized.',
  },
  not_checked: {
    stage: null,
    status: 'warning',
    cause: "This couldn't be checked: the server's response wasn't understood.",
    remedy: "Check it manually. The rest of the test doesn't depend on it.",
  },
  command_timeout: {
    stage: null,
    status: 'failed',
    cause: 'The server took too long to respond.',
    remedy: 'Check its load ("uptime", "top") and look for hanging disks or network mounts ("dmesg | tail").',
  },
  output_too_large: {
    stage: null,
    status: 'failed',
    cause: 'The server sent far more output than expected.',
    remedy: "Check what the user's shell startup files print, and whether this is the right server.",
  },
  test_timeout: {
    stage: null,
    status: 'failed',
    cause: 'The whole test took too long and was stopped.',
    remedy: 'Try again. If this keeps happening, the connection to the server is too slow to deploy over.',
  },
} as const satisfies Record<string, Definition>

export type FindingCode = keyof typeof findings

export interface Finding {
  status: 'warning' | 'failed'
  code: FindingCode
  detail: string
  hint: string
}

/** The result of a stage. */
export type Outcome = { status: 'ok'; detail: string } | Finding

export function fine(detail: string): Outcome {
  return { status: 'ok', detail }
}

/** `detail` appends what exactly was found to the cause. */
export function found(code: FindingCode, values: Record<string, string | number> = {}, detail?: string): Finding {
  const { status, cause, remedy } = findings[code]
  const text = fill(cause, values)
  return { status, code, detail: detail === undefined ? text : `${text} ${detail}`, hint: fill(remedy, values) }
}

function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? whole : String(value)
  })
}
