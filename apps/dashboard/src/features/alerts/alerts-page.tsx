import type { Alert } from '@longshore/sdk'
import { listAlerts } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { BellOff, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { type Choice, SegmentedControl } from '../../ui/segmented-control.tsx'
import { AlertItem } from './alert-item.tsx'
import { AlertRulesCard } from './alert-rules-card.tsx'

const alerts = text.alerts
const choices: readonly Choice<Alert['status']>[] = [
  { value: 'firing', label: alerts.open },
  { value: 'resolved', label: alerts.past },
]

export function AlertsPage() {
  const [status, setStatus] = useState<Alert['status']>('firing')
  const list = useList(listAlerts, { status })
  const empty =
    status === 'firing' ? (
      <EmptyState icon={ShieldCheck} {...alerts.emptyOpen} />
    ) : (
      <EmptyState icon={BellOff} {...alerts.emptyPast} />
    )
  return (
    <Page
      title={alerts.title}
      note={alerts.note}
      actions={
        <Link to={paths.connectors()} className={buttonClass()}>
          {alerts.connectors}
        </Link>
      }
    >
      <SegmentedControl label={alerts.filter} choices={choices} value={status} onChange={setStatus} />
      <Card isFlush>
        <ListView list={list} empty={empty}>
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((alert) => (
                <AlertItem key={alert.id} alert={alert} />
              ))}
            </ul>
          )}
        </ListView>
      </Card>
      <AlertRulesCard />
    </Page>
  )
}
