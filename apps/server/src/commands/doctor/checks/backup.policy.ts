/** Evaluates the age and the size of the last instance backup; pure. */
import { type Finding, fault, ok, warning } from '../finding.policy.ts'

const oldestMs = 2 * 86_400_000

export function evaluateBackupAge(last: Date | null, now: Date): Finding {
  if (last === null) return warning('no backup yet')
  const text = `the last one is from ${last.toISOString()}`
  return now.getTime() - last.getTime() > oldestMs ? fault(`${text}, older than two days`) : ok(text)
}

export function evaluateBackupSize({ bytes, maximumBytes }: { bytes: number; maximumBytes: number }): Finding {
  const gigabytes = (count: number) => `${(count / 2 ** 30).toFixed(1)} GiB`
  const text = `the backed-up tables have ${gigabytes(bytes)} of at most ${gigabytes(maximumBytes)}`
  if (bytes > maximumBytes) return fault(text)
  return bytes > maximumBytes / 2 ? warning(text) : ok(text)
}
