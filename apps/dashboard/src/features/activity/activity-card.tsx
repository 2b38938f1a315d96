/** Recent activity, in sentences. The audit log has every detail. */
import type { AuditRecord } from '@longshore/sdk'
import { listAuditLog, listMembers, listProjects, listServers } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOrganization } from '../../api/organization.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { describeActivity, isAboutProject, type Sentence } from './describe-activity.ts'

const words = text.activity
const shown = 8
/** Enough to find some lines of one project among those of all. */
const readCount = 100

/** With IDs of a project and its environments, only what concerns them. Hidden without the permission to read the log. */
export function ActivityCard({ onlyIds }: { onlyIds?: ReadonlySet<string> }) {
  const can = useCan()
  return can(listAuditLog) ? <Lines {...(onlyIds === undefined ? {} : { onlyIds })} /> : null
}

function Lines({ onlyIds }: { onlyIds?: ReadonlySet<string> }) {
  const log = useRead(listAuditLog, { limit: readCount })
  const byId = useNames()
  const lines = (log.data?.items ?? [])
    .filter((record) => onlyIds === undefined || isAboutProject(record, onlyIds))
    .flatMap((record) => {
      const sentence = describeActivity(record, { byId })
      return sentence === undefined ? [] : [{ record, sentence }]
    })
    .slice(0, shown)
  if (log.data === undefined) return null
  const all = (
    <Link to={paths.audit()} className={buttonClass('quiet')}>
      {words.all}
    </Link>
  )
  return (
    <Card isFlush title={words.title} actions={all}>
      {lines.length === 0 ? (
        <p className="px-4 py-4 text-sm text-ink-soft">{words.empty}</p>
      ) : (
        <ul className="divide-y divide-line">
          {lines.map(({ record, sentence }) => (
            <Line key={record.id} record={record} sentence={sentence} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ record, sentence: { who, what } }: { record: AuditRecord; sentence: Sentence }) {
  return (
    <li className="flex items-start gap-2.5 px-4 py-2.5 text-sm">
      <span className="mt-0.5 shrink-0">
        <Avatar name={who} size={20} />
      </span>
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-medium">{who}</span> {what}
        </p>
        <p className="text-xs text-ink-soft">
          <RelativeTime at={record.createdAt} />
        </p>
      </div>
    </li>
  )
}

/** Names of what the person can read anyway: projects, environments, servers and members. */
function useNames(): ReadonlyMap<string, string> {
  const organization = useOrganization()
  const projects = useRead(listProjects, { limit: 100 })
  const servers = useRead(listServers, { limit: 100 })
  const members = useRead(
    listMembers,
    { id: organization?.id ?? '', limit: 100 },
    { enabled: organization !== undefined },
  )
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { id, name, environments } of projects.data?.items ?? []) {
      names.set(id, name)
      for (const environment of environments) names.set(environment.id, `${name} ${environment.name}`)
    }
    for (const { id, name } of servers.data?.items ?? []) names.set(id, name)
    for (const { id, userId, name, email } of members.data?.items ?? []) {
      names.set(id, name || email)
      names.set(userId, name || email)
    }
    return names
  }, [projects.data, servers.data, members.data])
}
