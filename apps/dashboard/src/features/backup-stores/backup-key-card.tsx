/** The public key that encrypts backups, and the recovery kit that opens them without this instance. */
import type { BackupKey } from '@longshore/sdk'
import { exportBackupKey, getBackupKey } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyIcon } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RecoveryKit } from './recovery-kit.tsx'

const { key: words } = text.backupStores

export function BackupKeyCard() {
  const key = useRead(getBackupKey, {})
  return (
    <Card
      title={words.title}
      note={words.note}
      actions={
        <Allowed to={exportBackupKey} hasReason>
          <RecoveryKit />
        </Allowed>
      }
    >
      <QueryView query={key}>{(found) => <KeyFacts backupKey={found} />}</QueryView>
    </Card>
  )
}

function KeyFacts({ backupKey }: { backupKey: BackupKey }) {
  const { recipient, restoreTestPublicKey, exportedAt } = backupKey
  return (
    <div className="flex flex-col gap-4">
      {exportedAt === null && (
        <Note tone="warn" title={words.notExported}>
          {words.notExportedNote}
        </Note>
      )}
      {exportedAt !== null && <Facts facts={[{ name: words.exported, value: <RelativeTime at={exportedAt} /> }]} />}
      <details className="text-sm">
        <summary className="cursor-pointer text-ink-soft">{words.publicKeys}</summary>
        <div className="mt-2">
          <Facts
            facts={[
              { name: words.recipient, value: <KeyText value={recipient} label={words.recipient} /> },
              { name: words.proofKey, value: <KeyText value={restoreTestPublicKey} label={words.proofKey} /> },
            ]}
          />
        </div>
      </details>
    </div>
  )
}

function KeyText({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="truncate">{value}</code>
      <CopyIcon value={value} label={`${text.common.copy}: ${label}`} />
    </span>
  )
}
