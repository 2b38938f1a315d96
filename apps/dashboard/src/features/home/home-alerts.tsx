/** A strip with the open alerts, so that people notice them without the Alerts page. */
import type { Alert } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { alertTitle } from '../alerts/open-alerts-state.ts'
import { useOpenAlerts } from '../alerts/use-open-alerts-state.ts'
import { useServerName } from '../environments/use-server-name.ts'

const words = text.home.alerts
const shownCount = 3

export function HomeAlerts() {
  const { items, count, tone } = useOpenAlerts()
  if (count === undefined) return null
  return (
    <Notice tone={tone}>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="font-semibold">{words.title(count)}</p>
        <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4">
          {items.slice(0, shownCount).map((alert) => (
            <AlertLine key={alert.id} alert={alert} />
          ))}
        </ul>
        <Link to={paths.alerts()} className="rounded-sm font-medium underline underline-offset-2">
          {words.open}
        </Link>
      </div>
    </Notice>
  )
}

function AlertLine({ alert }: { alert: Alert }) {
  return <li className="break-words">{alertTitle(alert, useServerName(alert.serverId))}</li>
}
