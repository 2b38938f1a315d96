import type { Backup } from '@longshore/sdk'
import { listBackupDestinations } from '@longshore/sdk/operations'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FailureLink } from '../../ui/failure-link.tsx'
import { formatBytes, formatDuration, formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { BackupStatus } from './backup-status.tsx'
import { nameOf } from './size-series.ts'

const words = text.backups
const { facts: names } = words

type ContentTable = NonNullable<Backup['content']>['tables'][number]
const columns: readonly Column<ContentTable>[] = [
  { title: names.table, cell: ({ name }) => <code className="break-all">{name}</code> },
  { title: names.rows, isNumber: true, cell: ({ rows }) => formatNumber(rows) },
]

export function BackupDetails({ backup, onClose }: { backup: Backup; onClose(): void }) {
  const { content, error } = backup
  const store = useStoreName(backup)
  return (
    <Dialog isWide title={nameOf(backup)} note={new Date(backup.createdAt).toLocaleString()} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 text-sm">
        <BackupStatus backup={backup} />
        {error !== null && (
          <Note tone="bad" title={error.title}>
            <p>{error.detail}</p>
            <p className="text-ink-soft">{hintFor(error)}</p>
            <FailureLink code={error.code} />
          </Note>
        )}
        {error?.logTail !== undefined && error.logTail !== '' && (
          <CodeBlock label={text.restores.follow.lastLines}>{error.logTail}</CodeBlock>
        )}
        <Facts facts={factsOf(backup, store)} />
        <VerificationFacts backup={backup} />
        {content !== null && content.tables.length > 0 && (
          <div className="rounded-md border border-line">
            <Table label={names.tables} rows={content.tables} columns={columns} keyOf={({ name }) => name} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Null while it loads, and for a storage location that was removed. */
function useStoreName({ destination }: Backup): string | null {
  const { items } = useList(listBackupDestinations, {})
  return items.find(({ id }) => id === destination?.id)?.name ?? null
}

function factsOf(
  { engine, engineVersion, content, sizeBytes, sha256, startedAt, finishedAt, lockedUntil }: Backup,
  store: string | null,
) {
  const took =
    startedAt === null || finishedAt === null ? null : new Date(finishedAt).getTime() - new Date(startedAt).getTime()
  const all: [string, string | null][] = [
    [names.engine, [engine, engineVersion].filter(Boolean).join(' ')],
    [names.store, store],
    [names.lock, lockedUntil === null ? null : new Date(lockedUntil).toLocaleString()],
    [names.tables, content === null || content.entries !== null ? null : formatNumber(content.tableCount)],
    [names.rows, content === null || content.entries !== null ? null : formatNumber(content.rowCount)],
    [names.entries, content?.entries == null ? null : formatNumber(content.entries)],
    [names.plain, content === null ? null : formatBytes(content.uncompressedBytes)],
    [names.stored, sizeBytes === null ? null : formatBytes(sizeBytes)],
    [names.duration, took === null ? null : formatDuration(took)],
    [names.hash, sha256],
  ]
  return all.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

function VerificationFacts({ backup: { restoreTest } }: { backup: Backup }) {
  if (restoreTest === null) return null
  const { proofDetails } = words
  const isPassed = restoreTest.outcome === 'passed'
  return (
    <>
      <Note tone={isPassed ? 'good' : 'bad'} title={isPassed ? proofDetails.passed : proofDetails.failed}>
        {restoreTest.differences.length > 0 && (
          <ul className="list-disc pl-4">
            {restoreTest.differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        )}
      </Note>
      <details>
        <summary className="cursor-pointer text-ink-soft">{proofDetails.statement}</summary>
        <div className="mt-2">
          <CodeBlock label={proofDetails.statement}>{restoreTest.statement}</CodeBlock>
        </div>
      </details>
    </>
  )
}
