/** Facts about the server. Nothing depends on them, so unreadable ones are omitted. */
import { type Evidence, linesOf, sectionsOf, Unreadable, wholeOf } from '../evidence.ts'
import { unitsOf } from './services.ts'

export function osOf(evidence: Evidence): { os: string | null; kernel: string | null } {
  try {
    const files = sectionsOf(wholeOf(evidence, 'memory').text)
    const pretty = linesOf(files.get('/etc/os-release') ?? '').find((line) => line.startsWith('PRETTY_NAME='))
    const kernel = linesOf(files.get('/proc/sys/kernel/osrelease') ?? '')[0]
    return { os: pretty?.slice('PRETTY_NAME='.length).replaceAll('"', '') ?? null, kernel: kernel ?? null }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { os: null, kernel: null }
  }
}

export function sshLayoutOf(evidence: Evidence): 'service' | 'socket' | null {
  try {
    const units = unitsOf(evidence)
    if (units.get('ssh.socket')?.isActive) return 'socket'
    return units.get('ssh.service')?.isActive || units.get('sshd.service')?.isActive ? 'service' : null
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return null
  }
}
