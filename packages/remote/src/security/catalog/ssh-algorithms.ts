/**
 * Checks of the algorithms that sshd offers, with the lists that hardening writes: no NIST curves, no SHA-1, no CBC.
 */
import type { Check } from '../check.ts'

export interface SshAlgorithms {
  check: string
  keyword: string
  /** Best first. Algorithms that the server's OpenSSH doesn't support are omitted when the list is written. */
  allowed: readonly string[]
}

export const sshAlgorithms = [
  {
    check: 'ssh.kex_algorithms',
    keyword: 'KexAlgorithms',
    allowed: [
      'mlkem768x25519-sha256',
      'sntrup761x25519-sha512',
      'sntrup761x25519-sha512@openssh.com',
      'curve25519-sha256',
      'curve25519-sha256@libssh.org',
      'diffie-hellman-group18-sha512',
      'diffie-hellman-group16-sha512',
      'diffie-hellman-group-exchange-sha256',
    ],
  },
  {
    check: 'ssh.ciphers',
    keyword: 'Ciphers',
    allowed: [
      'chacha20-poly1305@openssh.com',
      'aes256-gcm@openssh.com',
      'aes128-gcm@openssh.com',
      'aes256-ctr',
      'aes192-ctr',
      'aes128-ctr',
    ],
  },
  {
    check: 'ssh.macs',
    keyword: 'MACs',
    allowed: ['hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256-etm@openssh.com', 'umac-128-etm@openssh.com'],
  },
  {
    check: 'ssh.host_key_algorithms',
    keyword: 'HostKeyAlgorithms',
    allowed: [
      'sk-ssh-ed25519-cert-v01@openssh.com',
      'ssh-ed25519-cert-v01@openssh.com',
      'rsa-sha2-512-cert-v01@openssh.com',
      'rsa-sha2-256-cert-v01@openssh.com',
      'sk-ssh-ed25519@openssh.com',
      'ssh-ed25519',
      'rsa-sha2-512',
      'rsa-sha2-256',
    ],
  },
] as const satisfies readonly SshAlgorithms[]

const oldClients = 'Clients older than about 2014 can no longer connect.'
const remedy = 'Harden the server, or set the list in a drop-in that sorts before the others.'

export const sshAlgorithmChecks = [
  {
    id: 'ssh.kex_algorithms',
    group: 'ssh',
    title: 'Only strong key exchanges',
    severity: 'medium',
    wanted: 'no SHA-1, no NIST curves, no group of less than 3072 bits',
    class: 'safe',
    fixable: true,
    risk: oldClients,
    remedy: remedy,
  },
  {
    id: 'ssh.ciphers',
    group: 'ssh',
    title: 'Only strong ciphers',
    severity: 'medium',
    wanted: 'ChaCha20-Poly1305, AES-GCM, AES-CTR',
    class: 'safe',
    fixable: true,
    risk: oldClients,
    remedy: remedy,
  },
  {
    id: 'ssh.macs',
    group: 'ssh',
    title: 'Only strong message authentication',
    severity: 'medium',
    wanted: 'encrypt-then-MAC with SHA-2 or UMAC-128',
    class: 'safe',
    fixable: true,
    risk: oldClients,
    remedy: remedy,
  },
  {
    id: 'ssh.host_key_algorithms',
    group: 'ssh',
    title: 'Only strong host keys are offered',
    severity: 'medium',
    wanted: 'Ed25519 and RSA with SHA-2',
    class: 'safe',
    fixable: true,
    risk: 'Clients that know this server only by its ECDSA key must accept another one of its keys.',
    remedy: remedy,
  },
  {
    id: 'ssh.rsa_host_key_bits',
    group: 'ssh',
    title: 'The RSA host key is long enough',
    severity: 'medium',
    wanted: 'at least 3072 bits, or no RSA host key',
    class: 'report',
    fixable: false,
    risk: 'Clients that pinned the old host key show a warning.',
    remedy: 'Create a new key (ssh-keygen -t rsa -b 4096), accept it here, and tell everyone who logs in.',
  },
  {
    id: 'ssh.dh_moduli',
    group: 'ssh',
    title: 'Diffie-Hellman groups are large enough',
    severity: 'medium',
    wanted: 'every modulus at least 3071 bits',
    class: 'safe',
    fixable: true,
    risk: oldClients,
    remedy: 'Harden the server, or remove the lines of /etc/ssh/moduli whose fifth column is under 3071.',
  },
] as const satisfies readonly Check[]
