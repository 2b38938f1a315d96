/**
 * Everything that a connection test can find wrong: a stable code, the cause and the remedy. The table is also the reference
 * page of the codes. `{name}` is filled in from what was found.
 */
import type { StageName } from './stages.ts'

interface Definition {
  /** Where it is usually found; null when any stage may meet it. */
  readonly stage: StageName | null
  readonly status: 'warning' | 'failed'
  readonly cause: string
  readonly remedy: string
}

export const findings = {
  dns_failed: {
    stage: 'dns',
    status: 'failed',
    cause: 'No address is known for {host}.',
    remedy: 'Check the spelling, look at the A or AAAA record of the name, or give the IP address instead.',
  },
  dns_unanswered: {
    stage: 'dns',
    status: 'failed',
    cause: 'The name servers did not answer in time for {host}.',
    remedy: 'Try again; if it stays, check the resolver of the machine that runs Longshore, or give the IP address.',
  },
  address_not_allowed: {
    stage: 'dns',
    status: 'failed',
    cause: 'This installation does not connect to that address and port.',
    remedy:
      'Use a public or private address of the server. The operator can allow others with SSH_ALLOW, but never link-local ones such as 169.254.169.254.',
  },
  connection_refused: {
    stage: 'tcp',
    status: 'failed',
    cause: 'The machine is there, but nothing accepts connections on port {port}.',
    remedy: 'Start sshd, or give the port it listens on: "sudo ss -tlnp | grep sshd" on the server shows it.',
  },
  connection_timeout: {
    stage: 'tcp',
    status: 'failed',
    cause: 'Nothing answered on port {port} in time: the packets are dropped on the way.',
    remedy:
      'Check that the server runs, and open the port in its firewall and in the provider’s ("sudo ufw allow {port}/tcp").',
  },
  host_unreachable: {
    stage: 'tcp',
    status: 'failed',
    cause: 'There is no route to the address.',
    remedy:
      'Check the address, and that the machine that runs Longshore has that kind of network (IPv6, VPN, private net).',
  },
  jump_unusable: {
    stage: 'tcp',
    status: 'failed',
    cause: 'The server in between, through which this one is reached, cannot be used.',
    remedy: 'Put the jump server right first: test its connection, its own result names the problem.',
  },
  not_ssh: {
    stage: 'tcp',
    status: 'failed',
    cause: 'Port {port} accepts connections, but what answers there does not speak SSH.',
    remedy:
      'Give the port of sshd, usually 22: "sudo ss -tlnp | grep sshd" on the server shows it. 80 and 443 are for web servers.',
  },
  server_busy: {
    stage: 'tcp',
    status: 'failed',
    cause: 'sshd accepts no new connections from here at the moment.',
    remedy:
      'Wait a minute and try again. If it stays, look for MaxStartups and PerSourcePenalties in sshd_config, and for a ban of fail2ban.',
  },
  connection_lost: {
    stage: null,
    status: 'failed',
    cause: 'The server ended the connection.',
    remedy:
      'Look at "journalctl -u ssh" on the server: a ban by fail2ban, hosts.deny, AllowUsers or a restart of sshd shows there.',
  },
  no_common_algorithm: {
    stage: 'host_key',
    status: 'failed',
    cause: 'Client and server share no algorithm: the server offers only outdated ones.',
    remedy:
      'Update OpenSSH on the server, or remove old KexAlgorithms, Ciphers and HostKeyAlgorithms lines from its sshd_config.',
  },
  host_key_unknown: {
    stage: 'host_key',
    status: 'warning',
    cause: 'First contact: nobody has confirmed the key of this server yet.',
    remedy:
      'On the server’s console run "ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub", compare, and send that fingerprint as hostKeyFingerprint.',
  },
  host_key_changed: {
    stage: 'host_key',
    status: 'failed',
    cause: 'The server shows another key than the expected one, so nothing was sent to it.',
    remedy:
      'If it was reinstalled, compare the fingerprint on its console and accept the new key; if not, somebody may stand in between.',
  },
  key_unreadable: {
    stage: 'auth',
    status: 'failed',
    cause: 'The private key cannot be read.',
    remedy: 'Send the whole file, with its BEGIN and END lines, in OpenSSH or PEM form: "cat ~/.ssh/id_ed25519".',
  },
  key_passphrase_needed: {
    stage: 'auth',
    status: 'failed',
    cause: 'The private key is protected by a passphrase, and none was given.',
    remedy: 'Send the passphrase too, or use a key without one: "ssh-keygen -t ed25519 -N \'\' -f longshore_key".',
  },
  key_passphrase_wrong: {
    stage: 'auth',
    status: 'failed',
    cause: 'The passphrase does not open the private key.',
    remedy: 'Check it with "ssh-keygen -y -f KEYFILE" on your machine, then send it again.',
  },
  key_too_weak: {
    stage: 'auth',
    status: 'failed',
    cause: 'The private key is too weak: RSA with fewer than 3072 bits, or DSA.',
    remedy: 'Make a new one with "ssh-keygen -t ed25519 -f longshore_key" and add its public half to the server.',
  },
  key_refused: {
    stage: 'auth',
    status: 'failed',
    cause: 'The server does not accept this key for the user {username}.',
    remedy:
      "Check the username first: cloud images often use root, ubuntu or debian. Then, as {username} on the server: mkdir -p ~/.ssh && echo '{line}' >> ~/.ssh/authorized_keys && chmod 700 ~/.ssh && chmod 600 ~/.ssh/authorized_keys. If it is there already, look at AllowUsers and PermitRootLogin in sshd_config.",
  },
  key_missing: {
    stage: 'auth',
    status: 'warning',
    cause: 'No private key was given, so the login was not tried.',
    remedy:
      'Send privateKey (and passphrase, if it has one) to test the whole way, or serverId for a server that you have added.',
  },
  shell_unusable: {
    stage: 'auth',
    status: 'failed',
    cause: 'The login works, but {username} cannot run commands.',
    remedy:
      'Give the user a shell ("sudo usermod -s /bin/sh {username}"), and remove ForceCommand and command="…" for this key.',
  },
  sudo_missing: {
    stage: 'privileges',
    status: 'warning',
    cause:
      '{username} is not root, and sudo is not installed. Deployments work without it; hardening and installing Docker do not.',
    remedy:
      'As root: "apt-get install sudo", then "echo \'{username} ALL=(ALL) NOPASSWD: ALL\' > /etc/sudoers.d/longshore".',
  },
  sudo_needs_password: {
    stage: 'privileges',
    status: 'warning',
    cause:
      '{username} is not root and may not use sudo without a password. Deployments work without it; hardening and installing Docker do not.',
    remedy:
      'As root: "echo \'{username} ALL=(ALL) NOPASSWD: ALL\' > /etc/sudoers.d/longshore && chmod 440 /etc/sudoers.d/longshore".',
  },
  forwarding_forbidden: {
    stage: 'forwarding',
    status: 'warning',
    cause:
      'sshd forbids forwarding of unix sockets. Longshore goes through "docker system dial-stdio" instead, which is slower.',
    remedy:
      'In sshd_config set "AllowStreamLocalForwarding yes" and no "DisableForwarding yes" for {username}, then "sudo systemctl reload ssh".',
  },
  os_unsupported: {
    stage: 'os',
    status: 'failed',
    cause: 'The server does not run Linux.',
    remedy: 'Use a Linux server, for example Debian 12 or newer or Ubuntu 22.04 or newer.',
  },
  architecture_unsupported: {
    stage: 'os',
    status: 'failed',
    cause: 'The processor is neither x86_64 nor arm64.',
    remedy: 'Use a server with one of these: images for others do not exist.',
  },
  os_untested: {
    stage: 'os',
    status: 'warning',
    cause:
      'Longshore is not tested on this system. Deployments need only Docker; hardening and installing Docker may not work.',
    remedy: 'Prefer Debian 12 or newer, or Ubuntu 22.04 or newer.',
  },
  docker_missing: {
    stage: 'docker',
    status: 'failed',
    cause: 'Docker is not installed.',
    remedy: 'Add the server and let Longshore install Docker, or follow https://docs.docker.com/engine/install/.',
  },
  docker_unreachable: {
    stage: 'docker',
    status: 'failed',
    cause: 'Docker is installed, but its daemon does not answer.',
    remedy: '"sudo systemctl enable --now docker" starts it; "journalctl -u docker" tells why it stopped.',
  },
  docker_socket_denied: {
    stage: 'docker',
    status: 'failed',
    cause: '{username} may not use Docker’s socket.',
    remedy: '"sudo usermod -aG docker {username}", then test again: a new login has the group.',
  },
  docker_too_old: {
    stage: 'docker',
    status: 'failed',
    cause: 'This Docker is older than 25.0.2: its builds ignore limits, or can get onto the server.',
    remedy: 'Update it: https://docs.docker.com/engine/install/ has a repository for each distribution.',
  },
  disk_full: {
    stage: 'disk',
    status: 'failed',
    cause: 'The disk that holds Docker’s data is nearly full.',
    remedy:
      '"docker system df" shows what uses it; "docker image prune" removes unused images. A build needs some gigabytes.',
  },
  disk_low: {
    stage: 'disk',
    status: 'warning',
    cause: 'Little space is left on the disk that holds Docker’s data.',
    remedy:
      '"docker system df" shows what uses it; "docker image prune" removes unused images. A build needs some gigabytes.',
  },
  inodes_low: {
    stage: 'disk',
    status: 'warning',
    cause: 'The disk that holds Docker’s data has few inodes left: no new files soon, whatever its free space.',
    remedy: 'Remove unused images and build cache: "docker image prune -a" and "docker builder prune".',
  },
  memory_low: {
    stage: 'memory',
    status: 'warning',
    cause: 'The server has little memory: builds may be killed.',
    remedy: 'Use at least 1 GB, add swap, or build elsewhere and deploy images.',
  },
  ports_taken: {
    stage: 'ports',
    status: 'failed',
    cause: 'Another program listens on the ports of the proxy.',
    remedy:
      'Stop it ("sudo systemctl disable --now NAME", or "docker stop NAME" for a container) or move it to other ports.',
  },
  clock_skew: {
    stage: 'clock',
    status: 'warning',
    cause: 'The server’s clock is wrong by more than 5 seconds: certificates and logs will be confusing or refused.',
    remedy: '"sudo timedatectl set-ntp true", then look at "timedatectl" whether it says synchronized.',
  },
  not_checked: {
    stage: null,
    status: 'warning',
    cause: 'This could not be found out: the server’s answer was not understood.',
    remedy: 'Check it by hand; the rest of the test does not depend on it.',
  },
  command_timeout: {
    stage: null,
    status: 'failed',
    cause: 'The server took too long to answer.',
    remedy: 'Look at its load ("uptime", "top") and for disks or network mounts that hang ("dmesg | tail").',
  },
  output_too_large: {
    stage: null,
    status: 'failed',
    cause: 'The server sent more than any honest answer has.',
    remedy: 'Look at what start-up files of the user’s shell print, and whether this is the server you mean.',
  },
  test_timeout: {
    stage: null,
    status: 'failed',
    cause: 'The test as a whole took too long and was ended.',
    remedy: 'Try again; if it stays, the connection to the server is too slow to deploy over.',
  },
} as const satisfies Record<string, Definition>

export type FindingCode = keyof typeof findings

export interface Finding {
  status: 'warning' | 'failed'
  code: FindingCode
  detail: string
  hint: string
}

/** What a stage found. */
export type Outcome = { status: 'ok'; detail: string } | Finding

export function fine(detail: string): Outcome {
  return { status: 'ok', detail }
}

/** `detail` adds what exactly was seen to the cause. */
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
