/** Deliveries with their responses, and a button to send one again. */
import type { Connector, NotificationDelivery } from '@longshore/sdk'
import { listConnectorDeliveries, redeliverToConnector } from '@longshore/sdk/operations'
import { Inbox, RotateCw, ScanText } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { type ActionItem, ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ListView } from '../../ui/list-view.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Choice, SegmentedControl } from '../../ui/segmented-control.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeliveryStatus } from './connector-status.tsx'
import { DeliveryDetails } from './delivery-details.tsx'

type Filter = 'all' | NotificationDelivery['status']
const { log } = text.connectors
const filters: readonly Choice<Filter>[] = [
  { value: 'all', label: log.all },
  { value: 'delivered', label: log.status.delivered },
  { value: 'waiting', label: log.status.waiting },
  { value: 'failed', label: log.status.failed },
]

export function DeliveryLog({ connector: { id } }: { connector: Connector }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [shown, setShown] = useState<NotificationDelivery | null>(null)
  const list = useList(listConnectorDeliveries, { id, ...(filter === 'all' ? {} : { status: filter }) })
  const again = useAction(redeliverToConnector, {
    refreshes: [listConnectorDeliveries],
    onDone: () => toast(log.redelivered),
  })
  const columns = columnsWith((delivery) => [
    { label: log.details, icon: <ScanText aria-hidden size={15} />, onSelect: () => setShown(delivery) },
    // A test isn't repeated: “Send test message” sends another.
    ...(delivery.event === 'test'
      ? []
      : [
          {
            label: log.redeliver,
            icon: <RotateCw aria-hidden size={15} />,
            isDisabled: delivery.status === 'waiting',
            onSelect: () => void again.run({ id, did: delivery.id }),
            call: { operation: redeliverToConnector, parameters: { id, did: delivery.id } },
          },
        ]),
  ])
  return (
    <Card
      isFlush
      title={log.title}
      actions={<SegmentedControl label={log.filter} choices={filters} value={filter} onChange={setFilter} />}
    >
      {again.error !== null && (
        <div className="p-4">
          <ProblemCard error={again.error} />
        </div>
      )}
      <ListView
        list={list}
        empty={
          <EmptyState icon={Inbox} title={log.empty} note={filter === 'all' ? log.emptyNote : log.emptyFiltered} />
        }
      >
        {(items) => <Table label={log.title} rows={items} columns={columns} keyOf={(each) => each.id} />}
      </ListView>
      <DeliveryDetails delivery={shown} onClose={() => setShown(null)} />
    </Card>
  )
}

function columnsWith(
  actionsOf: (delivery: NotificationDelivery) => ActionItem[],
): readonly Column<NotificationDelivery>[] {
  const { columns } = log
  return [
    {
      title: columns.event,
      cell: ({ event, reason, status }) => (
        <div className="max-w-lg min-w-36">
          <p>{log.events[event]}</p>
          {status !== 'delivered' && reason !== null && (
            <p className="mt-0.5 truncate text-xs text-ink-soft" title={reason}>
              {reason}
            </p>
          )}
        </div>
      ),
    },
    { title: columns.state, cell: ({ status }) => <DeliveryStatus status={status} /> },
    {
      title: columns.answer,
      isMinor: true,
      cell: ({ attempts }) => attempts.at(-1)?.status ?? <span className="text-ink-soft">{log.noAnswer}</span>,
    },
    { title: columns.tries, isNumber: true, isMinor: true, cell: ({ attemptCount }) => formatNumber(attemptCount) },
    { title: columns.when, isMinor: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      title: text.common.actions,
      isTitleHidden: true,
      className: 'w-12 py-1!',
      cell: (delivery) => <ActionMenu label={log.events[delivery.event]} actions={actionsOf(delivery)} />,
    },
  ]
}
