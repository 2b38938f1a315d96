import type { BackupDestination } from '@longshore/sdk'
import { createBackupDestination, listBackupDestinations } from '@longshore/sdk/operations'
import { Database, Plus } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { AddStore } from './add-store.tsx'
import { BackupKeyCard } from './backup-key-card.tsx'
import { DeletedBackupsCard } from './deleted-backups-card.tsx'
import { StoreLocation } from './store-location.tsx'
import { StoreMenu } from './store-menu.tsx'
import { StoreStatus } from './store-status.tsx'

export function BackupStoresPage() {
  const backupStores = text.backupStores
  const list = useList(listBackupDestinations, {})
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Allowed to={createBackupDestination} hasReason>
      <Button kind="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setAdding(true)}>
        {backupStores.add}
      </Button>
    </Allowed>
  )
  return (
    <Page title={backupStores.title} note={backupStores.note} actions={list.isEmpty ? undefined : add}>
      <Card isFlush>
        <ListView
          list={list}
          empty={
            <EmptyState icon={Database} title={backupStores.empty.title} note={backupStores.empty.note}>
              {add}
            </EmptyState>
          }
        >
          {(items) => <Table label={backupStores.title} rows={items} columns={columns} keyOf={({ id }) => id} />}
        </ListView>
      </Card>
      <DeletedBackupsCard />
      <BackupKeyCard />
      <AddStore isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

const { columns: titles, types } = text.backupStores
const columns: readonly Column<BackupDestination>[] = [
  {
    title: titles.name,
    cell: ({ name, type, problem }) => (
      <div className="max-w-lg min-w-36">
        <p className="font-medium break-words">{name}</p>
        <p className="text-xs text-ink-soft md:hidden">{types[type]}</p>
        {problem !== null && (
          <p className="mt-0.5 text-xs text-ink-soft">
            <span className="block text-bad">{problem.detail}</span>
            {hintFor(problem)}
          </p>
        )}
      </div>
    ),
  },
  { title: titles.type, isMinor: true, cell: ({ type }) => types[type] },
  { title: titles.place, isMinor: true, cell: (store) => <StoreLocation store={store} /> },
  { title: titles.state, cell: ({ status }) => <StoreStatus status={status} /> },
  {
    title: titles.checked,
    isMinor: true,
    cell: ({ lastCheckedAt }) => (lastCheckedAt === null ? text.common.never : <RelativeTime at={lastCheckedAt} />),
  },
  {
    title: text.common.actions,
    isTitleHidden: true,
    className: 'w-12 py-1!',
    cell: (store) => <StoreMenu store={store} />,
  },
]
