/** The view of a target's own sshd: independent evidence of everything that was sent to it. */
import type { Target } from '../../fixtures/target.ts'

export interface Sight {
  connections: number
  /** The client completed the key exchange, so it accepted the host key. */
  accepted: number
  /** Login requests of any kind. */
  logins: number
}

export interface Witness {
  /** Everything since this function was called. */
  observe(): Promise<Sight>
}

/** Raises the log level of sshd. */
export async function makeTalkative(target: Target): Promise<void> {
  const file = '/etc/ssh/sshd_config.d/01-talkative.conf'
  await target.mustExec(['tee', file], { stdin: 'LogLevel DEBUG2\n' })
  await target.mustExec(['systemctl', 'restart', 'ssh'])
}

export async function callWitness(target: Target): Promise<Witness> {
  await target.mustExec(['journalctl', '--sync'])
  const shown = await target.mustExec(['journalctl', '--lines', '1', '--output', 'cat', '--show-cursor'])
  const cursor = /^-- cursor: (.+)$/m.exec(shown)?.[1] ?? ''
  return {
    async observe() {
      await target.mustExec(['journalctl', '--sync'])
      const args = ['--identifier', 'sshd', '--output', 'cat', '--after-cursor', cursor]
      const log = await target.mustExec(['journalctl', ...args])
      const count = (pattern: RegExp) => log.match(pattern)?.length ?? 0
      return {
        connections: count(/^Connection from /gm),
        accepted: count(/SSH2_MSG_NEWKEYS received/g),
        logins: count(/userauth-request for user/g),
      }
    },
  }
}
