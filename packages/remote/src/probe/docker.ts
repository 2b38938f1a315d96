/** What `docker version` says, read and judged. */
import { z } from 'zod'
import { shownText } from '../ssh/index.ts'
import { fine, found, type Outcome } from './findings.ts'

/** Builds before 23 ignore limits, and a cancelled one goes on. */
const oldestMajor = 23

const VersionAnswer = z.object({ Server: z.object({ Version: z.string() }).nullish() })

export interface CommandAnswer {
  exitCode: number
  stdout: string
  stderr: string
}

export function judgeDocker(answer: CommandAnswer, username: string): Outcome {
  const version = readServerVersion(answer.stdout)
  if (version !== undefined) return judgeVersion(version)
  const complaint = answer.stderr.slice(0, 4_096).toLowerCase()
  if (answer.exitCode === 127 || answer.exitCode === 126) return found('docker_missing')
  if (complaint.includes('permission denied')) return found('docker_socket_denied', { username })
  return found('docker_unreachable')
}

function judgeVersion(version: string): Outcome {
  const major = Number(/^(\d{1,4})\./.exec(version)?.[1] ?? Number.NaN)
  const shown = `It is Docker ${shownText(version, 40)}.`
  if (Number.isNaN(major)) return found('not_checked', {}, shown)
  return major < oldestMajor ? found('docker_too_old', {}, shown) : fine(`Docker ${shownText(version, 40)} answers.`)
}

/** Undefined when the client could not reach the daemon, or there is no client. */
export function readServerVersion(stdout: string): string | undefined {
  try {
    return VersionAnswer.safeParse(JSON.parse(stdout)).data?.Server?.Version
  } catch {
    return undefined
  }
}
