import type { BackupDestination } from '@longshore/sdk'
import { getServer } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../app/paths.ts'

export function StorePlace({ store: { s3, serverId } }: { store: BackupDestination }) {
  if (s3 !== null)
    return (
      <span className="font-mono text-[0.85rem] break-all">
        {[s3.endpoint, s3.bucket, s3.prefix].filter((part) => part !== '').join('/')}
      </span>
    )
  return serverId === null ? null : <ServerName id={serverId} />
}

export function ServerName({ id }: { id: string }) {
  const server = useRead(getServer, { id })
  return (
    <Link to={paths.server(id)} className="hover:underline">
      {server.data?.name ?? id}
    </Link>
  )
}
