/** What can be wrong with a server or the way to it, each made for real. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import { createKeyPair } from '../../fixtures/login-key.ts'
import type { Target, TargetUser } from '../../fixtures/target.ts'
import { freePorts } from '../../support/free-ports.ts'
import { bodyFor } from '../../support/servers.ts'

export interface Machines {
  modern: Target
  old: Target
  bare: Target
}

export interface FailureKind {
  code: string
  /** Where it shows. */
  stage: string
  users?: readonly TargetUser[]
  /** Makes it so; returns the request and what undoes it. */
  make(
    machines: Machines,
    username: TargetUser,
  ): Promise<{ body: Record<string, unknown>; undo?: () => Promise<unknown> }>
}

const script = (target: Target, text: string) => target.mustExec(['bash', '-euo', 'pipefail', '-s'], { stdin: text })
const dropIn = '/etc/ssh/sshd_config.d/00-fault.conf'

/** A setting of sshd for as long as the test lasts. */
function withSetting(code: string, stage: string, setting: string): FailureKind {
  return {
    code,
    stage,
    async make({ modern }, username) {
      await script(modern, `printf '%s\\n' '${setting}' >${dropIn}; systemctl reload ssh`)
      return {
        body: request(modern, username),
        undo: () => script(modern, `rm -f ${dropIn}; systemctl reload ssh`),
      }
    },
  }
}

function request(target: Target, username: TargetUser): Record<string, unknown> {
  const { name: _, ...body } = bodyFor(target, username)
  return body
}

export const failureKinds: FailureKind[] = [
  {
    code: 'dns_failed',
    stage: 'dns',
    make: async ({ modern }, username) => ({ body: { ...request(modern, username), host: 'nowhere.invalid' } }),
  },
  {
    code: 'address_not_allowed',
    stage: 'dns',
    make: async ({ modern }, username) => ({ body: { ...request(modern, username), host: '169.254.169.254' } }),
  },
  {
    code: 'connection_refused',
    stage: 'tcp',
    async make({ modern }, username) {
      const [port = 0] = await freePorts(1)
      return { body: { ...request(modern, username), port } }
    },
  },
  {
    code: 'connection_timeout',
    stage: 'tcp',
    async make({ modern }, username) {
      const rule = 'INPUT -i eth0 -p tcp --dport 22 -j DROP'
      await script(modern, `iptables -I ${rule}`)
      const body = { ...request(modern, username), host: modern.address, port: 22 }
      return { body, undo: () => script(modern, `iptables -D ${rule}`) }
    },
  },
  {
    code: 'not_ssh',
    stage: 'tcp',
    async make({ modern }, username) {
      const [port = 0] = await freePorts(1)
      const server = createServer((_, answer) => answer.end('a web page'))
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      const close = async () => {
        server.closeAllConnections()
        server.close()
      }
      return { body: { ...request(modern, username), port }, undo: close }
    },
  },
  withSetting('no_common_algorithm', 'host_key', 'KexAlgorithms diffie-hellman-group14-sha1'),
  {
    code: 'host_key_changed',
    stage: 'host_key',
    async make({ modern, old }, username) {
      const [other] = await old.readHostKeys()
      return { body: { ...request(modern, username), hostKeyFingerprint: other?.fingerprint } }
    },
  },
  {
    code: 'key_refused',
    stage: 'auth',
    async make({ modern }, username) {
      const { privateKey } = await createKeyPair()
      return { body: { ...request(modern, username), privateKey } }
    },
  },
  {
    code: 'key_passphrase_needed',
    stage: 'auth',
    async make({ modern }, username) {
      const { privateKey } = await createKeyPair({ passphrase: 'a passphrase' })
      return { body: { ...request(modern, username), privateKey } }
    },
  },
  {
    code: 'key_passphrase_wrong',
    stage: 'auth',
    async make({ modern }, username) {
      const { privateKey } = await createKeyPair({ passphrase: 'a passphrase' })
      return { body: { ...request(modern, username), privateKey, passphrase: 'another' } }
    },
  },
  {
    code: 'key_unreadable',
    stage: 'auth',
    make: async ({ modern }, username) => ({ body: { ...request(modern, username), privateKey: 'not a key' } }),
  },
  {
    code: 'key_too_weak',
    stage: 'auth',
    async make({ modern }, username) {
      const { privateKey } = await createKeyPair({ type: 'rsa', bits: 2_048 })
      return { body: { ...request(modern, username), privateKey } }
    },
  },
  {
    code: 'shell_unusable',
    stage: 'auth',
    async make({ modern }, username) {
      await modern.mustExec(['usermod', '--shell', '/usr/sbin/nologin', username])
      const undo = () => modern.mustExec(['usermod', '--shell', '/bin/bash', username])
      return { body: request(modern, username), undo }
    },
  },
  {
    code: 'sudo_needs_password',
    stage: 'privileges',
    users: ['deploy'],
    async make({ modern }, username) {
      await script(
        modern,
        'mv /etc/sudoers.d/deploy /root/sudoers; printf "deploy ALL=(ALL) ALL\\n" >/etc/sudoers.d/other',
      )
      return {
        body: request(modern, username),
        undo: () => script(modern, 'rm /etc/sudoers.d/other; mv /root/sudoers /etc/sudoers.d/deploy'),
      }
    },
  },
  {
    code: 'sudo_missing',
    stage: 'privileges',
    users: ['deploy'],
    async make({ modern }, username) {
      await script(modern, 'mv /usr/bin/sudo /root/sudo')
      return { body: request(modern, username), undo: () => script(modern, 'mv /root/sudo /usr/bin/sudo') }
    },
  },
  withSetting('forwarding_forbidden', 'forwarding', 'AllowStreamLocalForwarding no'),
  { code: 'docker_missing', stage: 'docker', make: async ({ bare }, username) => ({ body: request(bare, username) }) },
  { code: 'docker_too_old', stage: 'docker', make: async ({ old }, username) => ({ body: request(old, username) }) },
  {
    code: 'docker_socket_denied',
    stage: 'docker',
    users: ['deploy'],
    async make({ modern }, username) {
      await modern.mustExec(['gpasswd', '--delete', 'deploy', 'docker'])
      return { body: request(modern, username), undo: () => modern.mustExec(['gpasswd', '--add', 'deploy', 'docker']) }
    },
  },
  {
    code: 'docker_unreachable',
    stage: 'docker',
    async make({ modern }, username) {
      await script(modern, 'systemctl stop docker.socket docker')
      return { body: request(modern, username), undo: () => script(modern, 'systemctl start docker.socket docker') }
    },
  },
  {
    code: 'disk_full',
    stage: 'disk',
    async make({ old }, username) {
      // A disk of its own, small enough to fill.
      const fill = `systemctl stop docker.socket docker; mount -t tmpfs -o size=300m tmpfs /var/lib/docker
        fallocate -l 250M /var/lib/docker/big; systemctl start docker.socket docker`
      await script(old, fill)
      const empty =
        'systemctl stop docker.socket docker; umount -R -l /var/lib/docker; systemctl start docker.socket docker'
      return { body: request(old, username), undo: () => script(old, empty) }
    },
  },
]
