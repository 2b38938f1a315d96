import type { AuditRecord } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'

const words = text.audit

/** Details of an audit record, with the request ID for finding it in the API log. */
export function AuditDetails({ row, onClose }: { row: AuditRecord; onClose(): void }) {
  const code = (value: string | null) =>
    value === null ? text.common.none : <code className="break-all">{value}</code>
  const hasDetail = Object.keys(row.detail).length > 0
  return (
    <Dialog title={row.action} note={new Date(row.createdAt).toLocaleString()} isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Facts
          facts={[
            { name: words.actor, value: row.actor.name || words.actors[row.actor.kind] },
            { name: words.actorKind, value: words.actors[row.actor.kind] },
            { name: words.actorId, value: code(row.actor.id) },
            { name: words.target, value: row.target.kind.replaceAll('_', ' ') },
            { name: words.targetId, value: code(row.target.id) },
            { name: words.address, value: code(row.ip) },
            { name: words.request, value: code(row.requestId) },
            { name: words.number, value: formatNumber(row.seq) },
          ]}
        />
        <section>
          <h3 className="mb-1.5 text-sm font-medium">{words.details}</h3>
          {hasDetail ? (
            <CodeBlock label={words.details}>{JSON.stringify(row.detail, null, 2)}</CodeBlock>
          ) : (
            <p className="text-sm text-ink-soft">{words.noDetails}</p>
          )}
        </section>
        <Facts
          facts={[
            { name: words.hash, value: code(row.hash) },
            { name: words.previousHash, value: code(row.previousHash) },
          ]}
        />
      </div>
    </Dialog>
  )
}
