/** Deployments that wait for their time: when, what, and who scheduled them. Hidden if there are none. */
import type { Environment, ScheduledDeployment } from '@longshore/sdk'
import { cancelScheduledDeployment, listScheduledDeployments } from '@longshore/sdk/operations'
import { CalendarClock } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { shortCommit } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { formatStart } from './deploy-time.ts'
import { useMemberName } from './use-member-name.ts'

export function ScheduledCard({ environment }: { environment: Environment }) {
  const { data } = useRead(listScheduledDeployments, { id: environment.id })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card isFlush title={text.deploy.scheduled.title}>
      <ul className="divide-y divide-line text-sm">
        {items.map((scheduled) => (
          <ScheduledLine key={scheduled.id} scheduled={scheduled} environment={environment} />
        ))}
      </ul>
    </Card>
  )
}

function ScheduledLine({ scheduled, environment }: { scheduled: ScheduledDeployment; environment: Environment }) {
  const { id, environmentId, startAt, createdBy } = scheduled
  const words = text.deploy.scheduled
  const by = useMemberName()(createdBy)
  const time = formatStart(startAt)
  const cancel = useAction(cancelScheduledDeployment, {
    refreshes: [listScheduledDeployments],
    onDone: () => toast(words.cancelled),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <CalendarClock aria-hidden size={16} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <time dateTime={startAt} className="font-medium">
            {time}
          </time>
          <span className="text-ink-soft">
            <RelativeTime at={startAt} />
          </span>
        </p>
        <p className="break-words text-ink-soft">
          {whatOf(scheduled, environment)}
          {by !== null && ` ${words.by(by)}`}
        </p>
      </div>
      <Allowed to={cancelScheduledDeployment}>
        <Button
          aria-label={words.cancelOf(time)}
          isBusy={cancel.isBusy}
          onClick={() => cancel.run({ id: environmentId, sid: id })}
        >
          {words.cancel}
        </Button>
      </Allowed>
      {cancel.error !== null && (
        <div className="w-full">
          <ProblemCard error={cancel.error} />
        </div>
      )}
    </li>
  )
}

function whatOf({ branch, commit }: ScheduledDeployment, environment: Environment): string {
  const words = text.deploy
  const name = branch ?? environment.branch
  if (commit === null) return name === null ? words.scheduled.images : words.scheduled.newestOf(name)
  const sha = shortCommit(commit)
  return branch === null ? words.scheduled.commit(sha) : words.at(branch, sha)
}
