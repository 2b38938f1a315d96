import type { WebhookDelivery } from '@longshore/sdk'
import { listDeployments, listWebhookDeliveries, redeliverWebhook } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { RotateCw, Webhook } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { shortCommit } from '../../ui/format.ts'
import { ListView } from '../../ui/list-view.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'

const tones: Record<WebhookDelivery['status'], Tone> = {
  received: 'busy',
  waiting: 'busy',
  deployed: 'good',
  handled: 'good',
  ignored: 'idle',
  failed: 'bad',
}

/** A delivery that deploys nothing changes no project, so no event announces it. */
const readEveryMs = 10_000

export function DeliveriesCard({ id }: { id: string }) {
  const list = useList(listWebhookDeliveries, { id, limit: 20 }, { refetchInterval: readEveryMs })
  const words = text.environmentSettings.deliveries
  const redeliver = useAction(redeliverWebhook, {
    refreshes: [listWebhookDeliveries, listDeployments],
    onDone: () => toast(words.redelivered),
  })
  const columns: Column<WebhookDelivery>[] = [
    { title: words.columns.when, cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
    {
      title: words.columns.event,
      isMinor: true,
      cell: ({ event, origin }) => (
        <>
          <code>{event}</code>
          <span className="ml-2 text-ink-soft">{words.origin[origin]}</span>
        </>
      ),
    },
    { title: words.columns.commit, cell: (each) => <DeliverySubject delivery={each} /> },
    { title: words.columns.status, cell: (each) => <DeliveryOutcome delivery={each} /> },
    {
      title: words.columns.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: ({ id: did, event }) => (
        <ActionMenu
          label={event}
          actions={[
            {
              label: words.redeliver,
              icon: <RotateCw aria-hidden size={15} />,
              onSelect: () => void redeliver.run({ id, did }),
              call: { operation: redeliverWebhook, parameters: { id, did } },
            },
          ]}
        />
      ),
    },
  ]
  return (
    <Card isFlush title={words.title} note={words.note}>
      {redeliver.error !== null && (
        <div className="p-4">
          <ProblemCard error={redeliver.error} />
        </div>
      )}
      <ListView list={list} empty={<EmptyState icon={Webhook} title={words.emptyTitle} note={words.emptyNote} />}>
        {(items) => <Table label={words.title} rows={items} columns={columns} keyOf={(each) => each.id} />}
      </ListView>
    </Card>
  )
}

function DeliverySubject({ delivery: { commit, pullRequest, ref } }: { delivery: WebhookDelivery }) {
  const words = text.environmentSettings.deliveries
  if (pullRequest !== null)
    return (
      <a href={pullRequest.url} target="_blank" rel="noreferrer" className="text-accent hover:underline">
        {`${words.pullRequest(pullRequest.number)}: ${pullRequest.title}`}
      </a>
    )
  if (commit === null) return <span className="break-all text-ink-soft">{ref ?? '–'}</span>
  return (
    <span className="line-clamp-1 max-w-md min-w-36">
      <code>{shortCommit(commit.sha)}</code>
      <span className="ml-1.5">{commit.message.split('\n')[0]}</span>
    </span>
  )
}

function DeliveryOutcome({ delivery }: { delivery: WebhookDelivery }) {
  const words = text.environmentSettings.deliveries
  const { status, reason, deploymentId, environmentId } = delivery
  return (
    <div className="flex min-w-32 flex-col items-start gap-1">
      <Status tone={tones[status]}>{words.status[status]}</Status>
      {reason !== null && <span className="text-xs text-ink-soft">{reason.detail}</span>}
      {deploymentId !== null && (
        <Link to={paths.deployment(environmentId, deploymentId)} className="text-xs text-accent underline">
          {words.toDeployment}
        </Link>
      )}
    </div>
  )
}
