/** Problems that keep a reachable server from being fully usable; pure. Of several, the most severe is shown. */
import type { ServerFacts, ServerProblem } from './servers.schemas.ts'

const toleratedSkewMs = 5_000
const full = { bytes: 1e9, share: 0.03 }
const low = { bytes: 5e9, share: 0.1 }
/** A disk near the limit must not change the state with each check: it has to get this much better first. */
const relief = 1.2

export interface Condition {
  docker: ServerFacts['docker']
  /** The oldest supported version, if this one is older. */
  neededDocker: string | null
  /** Why Docker couldn't be used. */
  dockerError: { code: string; message: string; hint: string } | null
  diskBytes: number
  diskFreeBytes: number
  clockSkewMs: number
  sudo: ServerFacts['os']['sudo']
  username: string
}

/** `before`: the current problem code of the server. */
export function evaluateFitness(condition: Condition, before: string | null): ServerProblem | null {
  return dockerFault(condition) ?? diskFault(condition, before) ?? clockFault(condition) ?? sudoFault(condition)
}

function dockerFault({ docker, dockerError, neededDocker }: Condition): ServerProblem | null {
  if (dockerError !== null) {
    const { code, message, hint } = dockerError
    if (code === 'docker_missing') {
      return {
        code,
        title: "Docker isn't installed",
        detail: "The server is reachable, but doesn't have Docker.",
        hint: 'Let Longshore install Docker, or install it yourself.',
      }
    }
    return { code, title: dockerTitles[code] ?? "Docker can't be used", detail: message, hint }
  }
  if (docker === null || neededDocker === null) return null
  return {
    code: 'docker_too_old',
    title: 'Docker is too old',
    detail: `The server has Docker ${docker.version}. Builds are safe from ${neededDocker} on: older ones ignore limits, or let a build onto the server.`,
    hint: "Update Docker from Docker's own packages, or use a newer release of the distribution.",
  }
}

const dockerTitles: Record<string, string> = {
  docker_socket_denied: 'No permission to use Docker',
  docker_unreachable: "Docker doesn't respond",
  forwarding_forbidden: "The server doesn't allow forwarding",
}

function diskFault(condition: Condition, before: string | null): ServerProblem | null {
  const { diskBytes, diskFreeBytes } = condition
  if (diskBytes === 0) return null
  const isBelow = (limit: typeof full, code: string) => {
    const factor = before === code ? relief : 1
    const share = diskFreeBytes / diskBytes
    return diskFreeBytes < limit.bytes * factor || (share < limit.share * factor && diskFreeBytes < limit.bytes * 4)
  }
  const detail = `${gigabytes(diskFreeBytes)} of ${gigabytes(diskBytes)} are free on the disk with Docker's data.`
  const hint = 'Clean up the server. "docker system df" shows what uses the rest.'
  if (isBelow(full, 'disk_full')) return { code: 'disk_full', title: 'The disk is almost full', detail, hint }
  if (isBelow(low, 'disk_low')) return { code: 'disk_low', title: 'Disk space is low', detail, hint }
  return null
}

function clockFault({ clockSkewMs }: Condition): ServerProblem | null {
  if (Math.abs(clockSkewMs) <= toleratedSkewMs) return null
  const seconds = Math.round(Math.abs(clockSkewMs) / 1_000)
  return {
    code: 'clock_skew',
    title: 'The clock is wrong',
    detail: `The server’s clock is ${seconds} seconds ${clockSkewMs > 0 ? 'ahead' : 'behind'}: certificates and logs suffer from it.`,
    hint: 'Run "sudo timedatectl set-ntp true" on the server, then check with "timedatectl" that the clock is synchronized.',
  }
}

function sudoFault({ sudo, username }: Condition): ServerProblem | null {
  if (sudo !== 'none') return null
  return {
    code: 'sudo_missing',
    title: 'No passwordless sudo',
    detail: `${username} isn't root and can't use sudo without a password. Deployments work, but hardening and installing Docker don't.`,
    hint: `As root on the server: echo '${username} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/longshore`,
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
