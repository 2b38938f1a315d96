import type { Backup } from '@longshore/sdk'
import { DatabaseBackup, RotateCcw } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { BackupDetails } from './backup-details.tsx'
import { BackupMenu } from './backup-menu.tsx'
import { BackupStatus, VerificationStatus } from './backup-status.tsx'
import { isEmptyBackup } from './empty-backup.ts'
import type { OpenedBackup } from './opened-backup.ts'
import { RestoreWizard } from './restore-wizard.tsx'
import { nameOf } from './size-series.ts'

const words = text.backups

export function BackupList({ list }: { list: ComponentProps<typeof ListView<Backup>>['list'] }) {
  const [opened, setOpened] = useState<OpenedBackup | null>(null)
  const close = () => setOpened(null)
  // The list has the newest state of the opened backup.
  const shown = opened === null ? undefined : (list.items.find(({ id }) => id === opened.backup.id) ?? opened.backup)
  return (
    <Card isFlush title={words.list}>
      <ListView
        list={list}
        empty={<EmptyState icon={DatabaseBackup} title={words.nothing.title} note={words.nothing.note} />}
      >
        {(items) => <Table label={words.list} rows={items} columns={columnsWith(setOpened)} keyOf={({ id }) => id} />}
      </ListView>
      {shown !== undefined && opened?.kind === 'details' && <BackupDetails backup={shown} onClose={close} />}
      {shown !== undefined && opened?.kind === 'restore' && <RestoreWizard backup={shown} onClose={close} />}
    </Card>
  )
}

function columnsWith(open: (opened: OpenedBackup) => void): readonly Column<Backup>[] {
  return [
    {
      title: words.columns.what,
      cell: (backup) => (
        <div className="min-w-32">
          <button
            type="button"
            onClick={() => open({ kind: 'details', backup })}
            className="text-left font-medium break-words hover:underline"
          >
            {nameOf(backup)}
          </button>
          <p className="text-xs text-ink-soft">
            {words.kind[backup.kind]}
            {' · '}
            <RelativeTime at={backup.createdAt} />
          </p>
          {backup.error !== null && <p className="mt-0.5 max-w-md text-xs text-bad">{backup.error.title}</p>}
        </div>
      ),
    },
    {
      title: words.columns.state,
      cell: (backup) => (
        <span className="flex flex-col items-start gap-1">
          <BackupStatus backup={backup} />
          {backup.lockedUntil !== null && (
            <span className="text-xs text-ink-soft">
              {words.lockedUntil(new Date(backup.lockedUntil).toLocaleDateString())}
            </span>
          )}
          {isEmptyBackup(backup) && <Status tone="warn">{text.restores.wizard.empty}</Status>}
        </span>
      ),
    },
    { title: words.columns.proof, isMinor: true, cell: (backup) => <VerificationStatus backup={backup} /> },
    {
      title: words.columns.size,
      isNumber: true,
      isMinor: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? null : formatBytes(sizeBytes)),
    },
    {
      title: text.common.actions,
      isTitleHidden: true,
      className: 'py-1!',
      cell: (backup) => (
        <span className="flex items-center justify-end gap-1">
          {backup.status === 'succeeded' && (
            <span className="hidden sm:block">
              <Button icon={<RotateCcw aria-hidden size={15} />} onClick={() => open({ kind: 'restore', backup })}>
                {words.restore}
              </Button>
            </span>
          )}
          <BackupMenu backup={backup} onOpen={open} />
        </span>
      ),
    },
  ]
}
