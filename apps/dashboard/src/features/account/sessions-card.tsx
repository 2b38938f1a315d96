import type { SessionSummary } from '@longshore/sdk'
import { endSession, listSessions } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { refresh, useRead } from '../../api/queries.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { deviceName } from './device-name.ts'

const words = text.account.sessions

export function SessionsCard() {
  const sessions = useRead(listSessions, {})
  const end = useAction(endSession, { refreshes: [listSessions], onDone: () => toast(words.ended) })
  const others = sessions.data?.items.filter(({ current }) => !current) ?? []
  const endOthers = async () => {
    await Promise.all(others.map(({ id }) => client.call(endSession, { id }).catch(() => undefined)))
    await refresh(listSessions)
    toast(words.othersEnded)
  }
  return (
    <Card
      isFlush
      title={words.title}
      note={words.note}
      {...(others.length > 1 ? { actions: <Button onClick={() => void endOthers()}>{words.endOthers}</Button> } : {})}
    >
      {end.error !== null && (
        <div className="p-4">
          <ProblemCard error={end.error} />
        </div>
      )}
      <QueryView query={sessions}>
        {({ items }) => (
          <Table
            label={words.title}
            rows={items}
            keyOf={({ id }) => id}
            columns={columns((id) => void end.run({ id }))}
          />
        )}
      </QueryView>
    </Card>
  )
}

function columns(onEnd: (id: string) => void): Column<SessionSummary>[] {
  const nameOf = ({ userAgent }: SessionSummary) => deviceName(userAgent) || words.unknown
  return [
    {
      title: words.device,
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2" title={row.userAgent}>
          {nameOf(row)}
          {row.current && <Status tone="info">{words.current}</Status>}
        </span>
      ),
    },
    { title: words.address, cell: ({ ip }) => <code>{ip}</code>, isMinor: true },
    { title: words.lastUsed, cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
    { title: words.began, cell: ({ createdAt }) => <RelativeTime at={createdAt} />, isMinor: true },
    {
      title: text.common.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (row) =>
        !row.current && (
          <Button aria-label={words.endNamed(nameOf(row))} onClick={() => onEnd(row.id)}>
            {words.end}
          </Button>
        ),
    },
  ]
}
