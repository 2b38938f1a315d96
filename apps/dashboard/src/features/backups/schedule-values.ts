/** Form values of a backup schedule, and the request made from them. */
import type { BackupConfig, UpdateBackupConfigRequest } from '@longshore/sdk'
import { text } from '../../text/text.ts'

export interface ScheduleValues {
  enabled: boolean
  preset: string
  schedule: string
  timezone: string
  catchUp: boolean
  retention: BackupConfig['retention']
  destination: { id: string }
  encryption: { recipient: string }
  restoreTests: BackupConfig['restoreTests']
}

const presets = Object.keys(text.backups.plan.presets)

export function scheduleValues(plan: BackupConfig | null): ScheduleValues {
  const schedule = plan?.schedule ?? '0 3 * * *'
  return {
    enabled: plan?.enabled ?? true,
    preset: presets.includes(schedule) ? schedule : 'custom',
    schedule,
    timezone: plan?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    catchUp: plan?.catchUp ?? true,
    retention: plan?.retention ?? { keepLast: 7, keepDaily: 7, keepWeekly: 4, keepMonthly: 6 },
    destination: { id: plan?.destination.id ?? '' },
    encryption: { recipient: plan?.encryption.recipient ?? '' },
    restoreTests: plan?.restoreTests ?? 'daily',
  }
}

export function toScheduleBody(values: ScheduleValues): UpdateBackupConfigRequest {
  const { preset, schedule, destination, encryption, ...rest } = values
  const recipient = encryption.recipient.trim()
  return {
    ...rest,
    schedule: preset === 'custom' ? schedule.trim() : preset,
    destination: { id: destination.id },
    encryption: { recipient: recipient === '' ? null : recipient },
  }
}
