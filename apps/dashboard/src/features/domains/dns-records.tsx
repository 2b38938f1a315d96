/** DNS records to create, and the records that were found. */
import type { Domain } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CopyIcon } from '../../ui/copy.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { DnsRecord } from './attached-state.ts'

const { records: words } = text.domains

export function DnsRecords({ domain }: { domain: Domain }) {
  return (
    <Card isFlush title={words.title} note={words.note}>
      <Table
        label={words.title}
        rows={domain.verification.records}
        columns={columns}
        keyOf={({ type, name }) => `${type} ${name}`}
      />
    </Card>
  )
}

const columns: readonly Column<DnsRecord>[] = [
  { title: words.type, cell: ({ type }) => <span className="font-medium">{type}</span> },
  { title: words.state, cell: (record) => <RecordStatus record={record} /> },
  { title: words.name, cell: ({ name }) => <RecordValue value={name} label={words.copyName} /> },
  {
    title: words.expected,
    cell: ({ expected }) => <Values values={expected} none={words.noneNeeded} isCopied />,
  },
  { title: words.found, cell: ({ found }) => <Values values={found} none={words.nothing} /> },
]

function RecordStatus({ record: { ok, found, expected } }: { record: DnsRecord }) {
  if (!ok && found.length === 0 && expected.length === 0) return <Status tone="idle">{words.unknown}</Status>
  if (ok) return <Status tone="good">{words.ok}</Status>
  return <Status tone="bad">{found.length === 0 ? words.missing : words.wrong}</Status>
}

function Values({ values, none, isCopied = false }: { values: string[]; none: string; isCopied?: boolean }) {
  if (values.length === 0) return <span className="text-ink-soft">{none}</span>
  return (
    <ul className="flex flex-col gap-0.5">
      {values.map((value) => (
        <li key={value}>
          {isCopied ? (
            <RecordValue value={value} label={words.copyValue} />
          ) : (
            <code className="break-all">{value}</code>
          )}
        </li>
      ))}
    </ul>
  )
}

export function RecordValue({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex min-w-32 items-center gap-1">
      <code className="break-all">{value}</code>
      <CopyIcon value={value} label={label} />
    </span>
  )
}
