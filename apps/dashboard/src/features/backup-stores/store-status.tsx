import type { BackupDestination } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Status } from '../../ui/status.tsx'

export function StoreStatus({ status }: { status: BackupDestination['status'] }) {
  return <Status tone={status === 'working' ? 'good' : 'bad'}>{text.backupStores.status[status]}</Status>
}
