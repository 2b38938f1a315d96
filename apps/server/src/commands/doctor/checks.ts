/** All checks in the order of the report, prerequisites first. */
import type { Check } from './check.ts'
import { addressChecks } from './checks/address-checks.ts'
import { backupChecks } from './checks/backup-checks.ts'
import { databaseChecks } from './checks/database-checks.ts'
import { engineChecks } from './checks/engine-checks.ts'
import { machineChecks } from './checks/machine-checks.ts'
import { mailChecks } from './checks/mail-checks.ts'
import { processChecks } from './checks/process-checks.ts'
import { schemaChecks } from './checks/schema-checks.ts'
import { sealingChecks } from './checks/sealing-checks.ts'
import { settingsChecks } from './checks/settings-checks.ts'
import { workChecks } from './checks/work-checks.ts'

export const checkGroups: readonly { title: string; checks: readonly Check[] }[] = [
  { title: 'Settings', checks: settingsChecks },
  { title: 'Database', checks: [...databaseChecks, ...schemaChecks] },
  { title: 'Keys', checks: sealingChecks },
  { title: 'Processes', checks: [...processChecks, ...engineChecks] },
  { title: 'Machine', checks: machineChecks },
  { title: 'URL and email', checks: [...addressChecks, ...mailChecks] },
  { title: 'Backups', checks: backupChecks },
  { title: 'Work', checks: workChecks },
]

export const checks: readonly Check[] = checkGroups.flatMap((group) => group.checks)
