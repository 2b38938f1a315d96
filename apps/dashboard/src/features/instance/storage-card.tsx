import type { InstanceDisk, InstanceStorage } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Meter } from '../../ui/meter.tsx'

const words = text.instance.storage

export function StorageCard({ storage }: { storage: InstanceStorage }) {
  const { databaseBytes, disks, localBackups, instanceBackups } = storage
  const stored = ({ count, sizeBytes }: InstanceStorage['localBackups']) =>
    count === 0 ? text.common.none : words.backups(count, formatBytes(sizeBytes))
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            { name: words.database, value: formatBytes(databaseBytes) },
            { name: words.instanceBackups, value: stored(instanceBackups) },
            { name: words.localBackups, value: stored(localBackups) },
          ]}
        />
        {disks.map((disk) => (
          <DiskMeter key={disk.uses.join(' ')} disk={disk} />
        ))}
      </div>
    </Card>
  )
}

function DiskMeter({ disk: { uses, totalBytes, freeBytes } }: { disk: InstanceDisk }) {
  const used = totalBytes - freeBytes
  const names = uses.map((use) => words.uses[use]).join(', ')
  return (
    <div>
      <Meter
        label={words.disk}
        share={used / totalBytes}
        value={words.used(formatBytes(used), formatBytes(totalBytes))}
      />
      <p className="mt-1 text-xs text-ink-soft">{names}</p>
    </div>
  )
}
