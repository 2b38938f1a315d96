/** Maps instance backups to the API response. */
import { z } from 'zod'
import type { Instance } from '../instance.schemas.ts'
import { BackupContent } from './instance-backup.schemas.ts'
import type { BackupRow } from './instance-backups.system-repository.ts'

const Status = z.enum(['running', 'succeeded', 'failed', 'expired'])
const Problem = z.object({ message: z.string() })

export function toBackupState(state: {
  isScheduled: boolean
  lastSucceededAt: Date | null
  last: BackupRow | undefined
}): Instance['backups'] {
  const { last, ...rest } = state
  if (last === undefined) return { ...rest, last: null }
  const { startedAt, finishedAt, sizeBytes } = last
  const content = BackupContent.nullable().parse(last.content)
  const problem = Problem.nullable().parse(last.error)
  return {
    ...rest,
    last: {
      ...{ startedAt, finishedAt, sizeBytes },
      status: Status.parse(last.status),
      rows: content?.rows ?? null,
      problem: problem?.message ?? null,
    },
  }
}
