import type { BackupDestination } from '@longshore/sdk'
import { formatStatus } from './format.ts'
import type { Line } from './text.ts'

/** A storage location and its problem. */
export function storageLines({ name, status, problem }: BackupDestination): Line[] {
  return [
    [{ text: name, style: 'bold' }, ' is ', formatStatus(status), '.'],
    ...(problem === null ? [] : [`  ${problem.detail}`, `  ${problem.hint}`]),
  ]
}
