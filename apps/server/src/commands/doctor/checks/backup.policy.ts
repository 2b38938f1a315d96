/** How old the last backup of the control plane may be; pure. */
import { type Finding, fault, ok, warning } from '../finding.policy.ts'

const oldestMs = 2 * 86_400_000

export function judgeBackupAge(last: Date | null, now: Date): Finding {
  if (last === null) return warning('there is none yet')
  const text = `the last one is of ${last.toISOString()}`
  return now.getTime() - last.getTime() > oldestMs ? fault(`${text}, older than two days`) : ok(text)
}
