/** Parses and evaluates the output of `docker version`. */
import { z } from 'zod'
import { isTooOld } from '../docker/oldest-docker.ts'
import { sanitizeText } from '../ssh/index.ts'
import { fine, found, type Outcome } from './findings.ts'

const VersionOutput = z.object({ Server: z.object({ Version: z.string() }).nullish() })

export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
}

export function evaluateDocker(result: CommandResult, username: string): Outcome {
  const version = readServerVersion(result.stdout)
  if (version !== undefined) return evaluateVersion(version)
  const complaint = result.stderr.slice(0, 4_096).toLowerCase()
  if (result.exitCode === 127 || result.exitCode === 126) return found('docker_missing')
  if (complaint.includes('permission denied')) return found('docker_socket_denied', { username })
  return found('docker_unreachable')
}

function evaluateVersion(version: string): Outcome {
  const isOld = isTooOld(version)
  const shown = `It is Docker ${sanitizeText(version, 40)}.`
  if (isOld === undefined) return found('not_checked', {}, shown)
  return isOld ? found('docker_too_old', {}, shown) : fine(`Docker ${sanitizeText(version, 40)} responds.`)
}

/** Undefined if the client couldn't reach the daemon, or if there is no client. */
export function readServerVersion(stdout: string): string | undefined {
  try {
    return VersionOutput.safeParse(JSON.parse(stdout)).data?.Server?.Version
  } catch {
    return undefined
  }
}
