import type { BackupDestination } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { ServerName } from '../environments/server-name.tsx'

export function StoreLocation({ store: { s3, serverId } }: { store: BackupDestination }) {
  if (s3 !== null)
    return (
      <>
        <span className="font-mono text-[0.85rem] break-all">
          {[s3.endpoint, s3.bucket, s3.prefix].filter((part) => part !== '').join('/')}
        </span>
        {s3.objectLock !== null && (
          <p className="text-xs text-ink-soft">{text.backupStores.locked(s3.objectLock.days)}</p>
        )}
      </>
    )
  return serverId === null ? null : <ServerName id={serverId} />
}
