/** Backups of deleted environments, with their actions. */
import type { Backup } from '@longshore/sdk'
import { listDetachedBackups } from '@longshore/sdk/operations'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { DeletedBackupMenu } from './deleted-backup-menu.tsx'

const words = text.backups.deleted

/** Hidden if there are none. */
export function DeletedBackupsCard() {
  const list = useList(listDetachedBackups, {})
  if (list.isEmpty || list.items.length === 0) return null
  return (
    <Card isFlush title={words.title} note={words.note}>
      <ListView list={list} empty={null}>
        {(items) => <Table label={words.title} rows={items} columns={columns} keyOf={({ id }) => id} />}
      </ListView>
    </Card>
  )
}

const { columns: titles } = text.backups
const columns: readonly Column<Backup>[] = [
  {
    title: titles.what,
    cell: ({ serviceName, volume, environmentName, projectName, lockedUntil }) => (
      <div className="max-w-lg min-w-36">
        <p className="font-medium break-words">{volume === null ? serviceName : `${serviceName} / ${volume}`}</p>
        <p className="text-xs break-words text-ink-soft">{words.from(environmentName, projectName)}</p>
        {lockedUntil !== null && (
          <p className="text-xs text-ink-soft">{text.backups.lockedUntil(new Date(lockedUntil).toLocaleString())}</p>
        )}
      </div>
    ),
  },
  { title: titles.made, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    title: titles.size,
    isMinor: true,
    cell: ({ sizeBytes }) => (sizeBytes === null ? text.common.none : formatBytes(sizeBytes)),
  },
  {
    title: text.common.actions,
    isTitleHidden: true,
    className: 'w-12 py-1!',
    cell: (backup) => <DeletedBackupMenu backup={backup} />,
  },
]
