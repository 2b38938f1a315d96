import type { Restore } from '@longshore/sdk'
import { listRestores } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { FollowRestoreDialog } from './follow-restore.tsx'
import { RunStatus } from './run-status.tsx'

const words = text.restores

/** Hidden until there is a restore. The first one starts from a backup. */
export function RestoresCard() {
  const { id, services } = useEnvironment()
  const list = useList(listRestores, { id })
  const [shown, setShown] = useState<string | null>(null)
  if (list.isEmpty) return null
  const nameOf = (serviceId: string) => services.find((service) => service.id === serviceId)?.name ?? serviceId
  const columns: readonly Column<Restore>[] = [
    {
      title: words.columns.what,
      cell: ({ serviceId, volume, target }) => (
        <div className="min-w-28">
          <p className="font-medium">{[nameOf(serviceId), volume].filter(Boolean).join(' / ')}</p>
          <p className="text-xs text-ink-soft">{words.target[target]}</p>
        </div>
      ),
    },
    { title: words.columns.state, cell: (run) => <RunStatus run={run} /> },
    { title: words.columns.when, isMinor: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      title: words.columns.actions,
      isTitleHidden: true,
      className: 'py-1! text-right',
      cell: (run) => <Button onClick={() => setShown(run.id)}>{words.show}</Button>,
    },
  ]
  return (
    <Card isFlush title={words.title}>
      <ListView list={list} empty={null}>
        {(items) => <Table label={words.title} rows={items} columns={columns} keyOf={(each) => each.id} />}
      </ListView>
      {shown !== null && <FollowRestoreDialog restoreId={shown} onClose={() => setShown(null)} />}
    </Card>
  )
}
