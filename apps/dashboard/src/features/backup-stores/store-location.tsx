import type { BackupDestination } from '@longshore/sdk'
import { ServerName } from '../environments/server-name.tsx'

export function StoreLocation({ store: { s3, serverId } }: { store: BackupDestination }) {
  if (s3 !== null)
    return (
      <span className="font-mono text-[0.85rem] break-all">
        {[s3.endpoint, s3.bucket, s3.prefix].filter((part) => part !== '').join('/')}
      </span>
    )
  return serverId === null ? null : <ServerName id={serverId} />
}
