/** Volumes of an environment with their sizes. */
import type { Environment, VolumeUsage } from '@longshore/sdk'
import { listVolumes } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'

/** Hidden if there are no volumes. */
export function StorageCard({ environment }: { environment: Environment }) {
  const words = text.storage
  const { data } = useRead(listVolumes, { id: environment.id })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card isFlush title={words.title}>
      <ul className="divide-y divide-line text-sm">
        {data.items.map((volume) => (
          <VolumeRow key={`${volume.serviceId} ${volume.name}`} environmentId={environment.id} volume={volume} />
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2.5 text-xs text-ink-soft">
        {data.measuredAt === null ? (
          words.unmeasured
        ) : (
          <>
            {words.measured} <RelativeTime at={data.measuredAt} />
          </>
        )}
      </p>
    </Card>
  )
}

function VolumeRow({ environmentId, volume }: { environmentId: string; volume: VolumeUsage }) {
  const { serviceId, serviceName, name, path, sizeBytes, isBackedUp } = volume
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0">
        <Link to={paths.service(environmentId, serviceId)} className="rounded-sm font-medium hover:underline">
          {serviceName}
        </Link>{' '}
        <span className="text-ink-soft">{name}</span>
        {path !== null && <code className="block text-xs break-all text-ink-soft">{path}</code>}
      </div>
      <div className="flex items-center gap-3">
        <Status tone={isBackedUp ? 'good' : 'warn'}>{isBackedUp ? text.map.backedUp : text.map.notBackedUp}</Status>
        <span className="w-18 text-right tabular-nums">{sizeBytes === null ? '–' : formatBytes(sizeBytes)}</span>
      </div>
    </li>
  )
}
