import type { AuditRecord } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const words = text.audit

export function AuditTable({ rows, onOpen }: { rows: readonly AuditRecord[]; onOpen(row: AuditRecord): void }) {
  const columns: Column<AuditRecord>[] = [
    { title: words.when, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      title: words.what,
      cell: (row) => (
        <>
          <button
            type="button"
            aria-label={words.open(row.action)}
            onClick={() => onOpen(row)}
            className="rounded-sm text-left text-accent hover:underline"
          >
            <code className="break-all lg:whitespace-nowrap">{row.action}</code>
          </button>
          {/* Narrow screens have no column for it. */}
          <div className="text-xs text-ink-soft md:hidden">
            <Actor actor={row.actor} />
          </div>
        </>
      ),
    },
    {
      title: words.who,
      cell: ({ actor }) => <Actor actor={actor} />,
      isMinor: true,
    },
    {
      title: words.details,
      cell: ({ target, detail }) => (
        <span className="block max-w-md truncate text-ink-soft">{summaryOf(target.kind, detail)}</span>
      ),
      isMinor: true,
    },
    { title: words.address, cell: ({ ip }) => <code>{ip}</code>, isMinor: true },
  ]
  return <Table label={words.title} rows={rows} columns={columns} keyOf={({ id }) => id} />
}

function Actor({ actor }: { actor: AuditRecord['actor'] }) {
  const name = actor.name || words.actors[actor.kind]
  return (
    <span title={name} className="flex max-w-44 items-center gap-1.5 sm:max-w-60">
      {actor.kind === 'user' && <Avatar name={name} size={20} />}
      <span className="truncate">{name}</span>
    </span>
  )
}

/** One line with the target and the plain values of the details. */
function summaryOf(kind: string, detail: Record<string, unknown>): string {
  const values = Object.entries(detail).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${name}: ${value}` : [],
  )
  return [kind.replaceAll('_', ' '), ...values].join(' · ')
}
