/** An alert with its cause, remedy, and links. */
import type { Alert } from '@longshore/sdk'
import { acknowledgeAlert, listAlerts, listMembers } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { useOrganization } from '../../api/organization.ts'
import { useList } from '../../api/queries.ts'
import { sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useServerName } from '../environments/use-server-name.ts'
import { alertTitle } from './open-alerts-state.ts'

const alerts = text.alerts

export function AlertItem({ alert }: { alert: Alert }) {
  const acknowledge = useAction(acknowledgeAlert, {
    refreshes: [listAlerts],
    onDone: () => toast(alerts.acknowledged),
  })
  const { id, status, acknowledgedAt } = alert
  const serverName = useServerName(alert.serverId)
  const title = alertTitle(alert, serverName)
  const isOpen = status === 'firing'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <AlertStatus alert={alert} />
          <p className="font-medium break-words">{title}</p>
        </div>
        <p className="mt-1 text-sm break-words">{alert.detail}</p>
        {isOpen && <p className="mt-0.5 text-sm break-words text-ink-soft">{alerts.hints[alert.rule]}</p>}
        <AlertLinks alert={alert} serverName={serverName} />
        <ProblemCard error={acknowledge.error} />
      </div>
      {isOpen && (
        <div className="flex items-center gap-1">
          {acknowledgedAt === null ? (
            <Allowed to={acknowledgeAlert}>
              <Button isBusy={acknowledge.isBusy} onClick={() => acknowledge.run({ id })}>
                {alerts.acknowledge}
              </Button>
            </Allowed>
          ) : (
            <AcknowledgedBy userId={alert.acknowledgedBy} />
          )}
          <ActionMenu
            label={title}
            actions={[{ label: alerts.acknowledge, call: { operation: acknowledgeAlert, parameters: { id } } }]}
          />
        </div>
      )}
    </li>
  )
}

/** Shows who acknowledged the alert, so that no one repeats the work. */
function AcknowledgedBy({ userId }: { userId: string | null }) {
  const organization = useOrganization()
  const { user } = useStore(sessionStore)
  const isMine = user?.id === userId
  const members = useList(
    listMembers,
    { id: organization?.id ?? '' },
    { enabled: !isMine && organization !== undefined },
  )
  const name = members.items.find((member) => member.userId === userId)?.name
  const words = name === undefined ? alerts.taken : alerts.takenBy(name)
  return <Status tone="info">{isMine ? alerts.takenByYou : words}</Status>
}

function AlertStatus({ alert: { status, severity } }: { alert: Alert }) {
  if (status === 'resolved') return <Status tone="good">{alerts.over}</Status>
  return <Status tone={severity === 'critical' ? 'bad' : 'warn'}>{alerts.severity[severity]}</Status>
}

function AlertLinks({ alert, serverName }: { alert: Alert; serverName: string | undefined }) {
  const { environmentId, serverId, since, resolvedAt, rule } = alert
  const places = [
    { label: serverName ?? alerts.toServer, to: paths.server(serverId) },
    ...(environmentId === null ? [] : [{ label: alerts.toEnvironment, to: paths.environment(environmentId) }]),
    ...(environmentId !== null && rule.startsWith('backup')
      ? [{ label: alerts.toBackups, to: paths.backups(environmentId) }]
      : []),
    ...(rule.startsWith('certificate') ? [{ label: alerts.toDomains, to: paths.domains() }] : []),
  ]
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      <span>
        {alerts.since} <RelativeTime at={since} />
      </span>
      {resolvedAt !== null && (
        <span>{alerts.lasted(formatDuration(new Date(resolvedAt).getTime() - new Date(since).getTime()))}</span>
      )}
      {places.map(({ label, to }) => (
        <Link key={to} to={to} className="underline hover:text-ink">
          {label}
        </Link>
      ))}
    </p>
  )
}
