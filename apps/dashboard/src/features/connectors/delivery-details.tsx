import type { DeliveryAttempt, NotificationDelivery } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDuration } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { DeliveryStatus } from './connector-status.tsx'
import { RequestView } from './request-view.tsx'

const { log } = text.connectors
const columns: readonly Column<DeliveryAttempt>[] = [
  { title: log.columns.when, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    title: log.columns.answer,
    cell: ({ status, error }) => (
      <span className="break-words">{[status, error ?? log.arrived].filter((each) => each !== null).join(' · ')}</span>
    ),
  },
  { title: log.lasted, isNumber: true, cell: ({ durationMs }) => formatDuration(durationMs) },
]

export function DeliveryDetails({ delivery, onClose }: { delivery: NotificationDelivery | null; onClose(): void }) {
  return (
    <Dialog
      isWide
      title={delivery === null ? '' : log.events[delivery.event]}
      isOpen={delivery !== null}
      onClose={onClose}
    >
      {delivery !== null && (
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-3 text-sm">
            <DeliveryStatus status={delivery.status} />
            <code className="break-all text-ink-soft">{delivery.id}</code>
          </p>
          <section>
            <h3 className="mb-1 text-sm font-semibold">{log.attempts}</h3>
            {delivery.attempts.length === 0 ? (
              <p className="text-sm text-ink-soft">{log.notTried}</p>
            ) : (
              <div className="rounded-md border border-line">
                <Table label={log.attempts} rows={delivery.attempts} columns={columns} keyOf={({ at }) => at} />
              </div>
            )}
          </section>
          {delivery.request !== null && (
            <section>
              <h3 className="mb-1 text-sm font-semibold">{log.request}</h3>
              <RequestView request={delivery.request} />
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}
