import type { ServerTaskResult } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { formatBytes } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'

const words = text.serverTasks.cleanup

export function CleanupItems({ result }: { result: ServerTaskResult }) {
  const { items = [], totalBytes = 0, itemsLeftOff = 0, dryRun = false } = result
  if (items.length === 0) return <p className="text-sm text-ink-soft">{words.nothing}</p>
  const count = words.items(items.length + itemsLeftOff)
  const said = dryRun ? words.would(count, formatBytes(totalBytes)) : words.did(count, formatBytes(totalBytes))
  return (
    <div className="text-sm">
      <p className="mb-2">{said}</p>
      <div className="max-h-72 overflow-y-auto rounded-md border border-line">
        <Table
          label={words.title}
          rows={items}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          columns={[
            { title: words.kind, cell: ({ kind }) => words.kinds[kind] },
            { title: words.name, cell: ({ name }) => <span className="font-mono text-xs break-all">{name}</span> },
            { title: words.size, isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
          ]}
        />
      </div>
      {itemsLeftOff > 0 && <p className="mt-2 text-ink-soft">{words.leftOff(itemsLeftOff)}</p>}
    </div>
  )
}
