import type { Connector } from '@longshore/sdk'
import { createConnector, listConnectors } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Megaphone, Plus } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { AddConnector } from './add-connector.tsx'
import { ConnectorMenu } from './connector-menu.tsx'
import { ConnectorStatus, DeliveryStatus } from './connector-status.tsx'

export function ConnectorsPage() {
  const connectors = text.connectors
  const list = useList(listConnectors, {})
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Allowed to={createConnector} hasReason>
      <Button kind="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setAdding(true)}>
        {connectors.add}
      </Button>
    </Allowed>
  )
  return (
    <Page title={connectors.title} note={connectors.note} actions={list.isEmpty ? undefined : add}>
      <Card isFlush>
        <ListView
          list={list}
          empty={
            <EmptyState icon={Megaphone} title={connectors.empty.title} note={connectors.empty.note}>
              {add}
            </EmptyState>
          }
        >
          {(items) => <Table label={connectors.title} rows={items} columns={columns} keyOf={({ id }) => id} />}
        </ListView>
      </Card>
      <AddConnector isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

const { columns: titles, kinds, eventCount, none } = text.connectors
const columns: readonly Column<Connector>[] = [
  {
    title: titles.name,
    cell: ({ id, name, kind, reason, status }) => (
      <div className="max-w-md min-w-32">
        <Link to={paths.connector(id)} className="font-medium break-words hover:underline">
          {name}
        </Link>
        <p className="text-xs text-ink-soft md:hidden">{kinds[kind]}</p>
        {status === 'failing' && reason !== null && (
          <p className="mt-0.5 truncate text-xs text-bad" title={reason}>
            {reason}
          </p>
        )}
      </div>
    ),
  },
  { title: titles.kind, isMinor: true, cell: ({ kind }) => kinds[kind] },
  { title: titles.state, cell: ({ status }) => <ConnectorStatus status={status} /> },
  {
    title: titles.last,
    isMinor: true,
    cell: ({ lastDelivery }) =>
      lastDelivery === null ? (
        <span className="text-ink-soft">{none}</span>
      ) : (
        <span className="flex items-center gap-2">
          <DeliveryStatus status={lastDelivery.status} />
          <RelativeTime at={lastDelivery.finishedAt ?? lastDelivery.createdAt} />
        </span>
      ),
  },
  {
    title: titles.events,
    isMinor: true,
    cell: ({ events, projectEvents }) => eventCount(events.length + projectEvents.length),
  },
  {
    title: text.common.actions,
    isTitleHidden: true,
    className: 'w-12 py-1!',
    cell: (connector) => <ConnectorMenu connector={connector} />,
  },
]
