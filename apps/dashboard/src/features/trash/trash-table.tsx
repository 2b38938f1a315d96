import type { TrashItem } from '@longshore/sdk'
import { listProjects } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { formatBytes } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { contentsText } from './contents-text.ts'
import { kindsOfTrash } from './trash-kinds.ts'
import { TrashMenu } from './trash-menu.tsx'
import { whereOf } from './where-of.ts'

const words = text.trash
const { columns: titles } = words

export function TrashTable({ items }: { items: readonly TrashItem[] }) {
  return <Table label={words.title} rows={items} columns={columns} keyOf={({ id }) => id} />
}

const columns: readonly Column<TrashItem>[] = [
  { title: titles.what, cell: (item) => <What item={item} /> },
  { title: titles.where, isMinor: true, cell: (item) => <Where item={item} /> },
  {
    title: titles.by,
    isMinor: true,
    cell: ({ deletedBy }) => <span className="break-all">{byText(deletedBy)}</span>,
  },
  { title: titles.at, isMinor: true, cell: ({ deletedAt }) => <RelativeTime at={deletedAt} /> },
  { title: titles.expires, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
  { title: titles.size, isMinor: true, isNumber: true, cell: sizeText },
  {
    title: text.common.actions,
    isTitleHidden: true,
    className: 'w-12 py-1!',
    cell: (item) => <TrashMenu item={item} />,
  },
]

function What({ item: { name, kind, status, contents, problem } }: { item: TrashItem }) {
  const parts = contentsText(contents)
  return (
    <div className="max-w-lg min-w-36">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium break-words">{name}</span>
        {status !== 'kept' && <Status tone="busy">{words.status[status]}</Status>}
        {status === 'kept' && problem !== null && <Status tone="bad">{words.status.failed}</Status>}
      </p>
      <p className="text-xs break-words text-ink-soft">{words.kinds[kind]}</p>
      {parts !== undefined && <p className="text-xs break-words text-ink-soft">{words.contentsOf(parts)}</p>}
      {problem !== null && <p className="text-xs break-words text-bad">{words.purgeFailed(problem.detail)}</p>}
    </div>
  )
}

/** The names come from one read of all projects. */
function Where({ item }: { item: TrashItem }) {
  const projects = useRead(listProjects, { limit: 100 })
  const isOfOrganization = item.projectId === null || item.kind === 'project'
  const otherwise = isOfOrganization ? words.wholeOrganization : words.unknownPlace
  return <span className="break-words">{whereOf(item, projects.data?.items ?? []) ?? otherwise}</span>
}

function byText({ kind, name }: TrashItem['deletedBy']): string {
  if (kind === 'system') return words.deletedBySystem
  return kind === 'token' ? words.deletedByToken(name) : name
}

function sizeText({ kind, sizeBytes }: TrashItem): string {
  if (sizeBytes !== null) return formatBytes(sizeBytes)
  return kindsOfTrash[kind].hasData === true ? words.sizeUnknown : words.sizeNone
}
