import type { InstanceHealthCheck } from '@longshore/sdk'

interface SortedChecks {
  /** Failed checks first, then warnings. */
  problems: InstanceHealthCheck[]
  passed: InstanceHealthCheck[]
  notChecked: InstanceHealthCheck[]
}

export function sortChecks(checks: readonly InstanceHealthCheck[]): SortedChecks {
  const having = (...wanted: InstanceHealthCheck['status'][]) =>
    wanted.flatMap((each) => checks.filter(({ status }) => status === each))
  return {
    problems: having('failed', 'warning'),
    passed: having('passed'),
    notChecked: having('host_only', 'skipped'),
  }
}
