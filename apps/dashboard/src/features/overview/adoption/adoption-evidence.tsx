/** Evidence of a switch: equal hashes of the copied data, and responses before and after. */
import type { Adoption } from '@longshore/sdk'
import { text } from '../../../text/text.ts'
import { CopyIcon } from '../../../ui/copy.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Status } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

const words = text.adoptions.evidence
type Copied = Adoption['copied'][number]
type Compared = Adoption['compared'][number]

const shownDigits = 12

export function AdoptionEvidence({ adoption: { copied, compared } }: { adoption: Adoption }) {
  if (copied.length + compared.length === 0) return null
  const hasDifference = compared.some(({ before, after }) => before !== after)
  return (
    <Disclosure title={words.title(copied.length, compared.length)} isOpen={hasDifference}>
      {copied.length > 0 && (
        <div className="overflow-hidden rounded-md border border-line">
          <Table
            label={words.data}
            rows={copied}
            columns={copiedColumns}
            keyOf={({ service, volume }) => `${service}/${volume}`}
          />
        </div>
      )}
      {compared.length > 0 && (
        <div className="overflow-hidden rounded-md border border-line">
          <Table label={words.responses} rows={compared} columns={comparedColumns} keyOf={({ service }) => service} />
        </div>
      )}
    </Disclosure>
  )
}

const copiedColumns: readonly Column<Copied>[] = [
  { title: words.columns.volume, cell: ({ service, volume }) => words.volumeOf(service, volume) },
  { title: words.columns.result, cell: () => <Status tone="good">{words.equal}</Status> },
  { title: words.columns.entries, isNumber: true, isMinor: true, cell: ({ entries }) => formatNumber(entries) },
  {
    title: words.columns.hash,
    isMinor: true,
    cell: ({ digest, volume }) => (
      <span className="flex items-center gap-1">
        <code className="text-xs">{digest.slice(0, shownDigits)}</code>
        <CopyIcon value={digest} label={words.copyHash(volume)} />
      </span>
    ),
  },
]

const comparedColumns: readonly Column<Compared>[] = [
  { title: words.columns.service, cell: ({ service }) => service },
  {
    title: words.columns.result,
    cell: ({ before, after }) =>
      before === after ? <Status tone="good">{words.same}</Status> : <Status tone="warn">{words.different}</Status>,
  },
  { title: words.columns.before, cell: ({ before }) => before },
  { title: words.columns.after, cell: ({ after }) => after },
]
