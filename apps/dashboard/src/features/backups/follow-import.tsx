import type { Import } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatNumber } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { FollowRun } from './follow-run.tsx'
import { useImport } from './use-run.ts'

const { follow } = text.restores

export function FollowImportDialog({ importId, onClose }: { importId: string; onClose(): void }) {
  return (
    <Dialog title={text.imports.followTitle} isOpen onClose={onClose}>
      <FollowImport importId={importId} onClose={onClose} />
    </Dialog>
  )
}

export function FollowImport({ importId, onClose }: { importId: string; onClose(): void }) {
  const { id } = useEnvironment()
  const { query, ...actions } = useImport({ id, importId })
  return (
    <QueryView query={query}>
      {(run) => <FollowRun run={run} actions={actions} isImport result={<Result run={run} />} onClose={onClose} />}
    </QueryView>
  )
}

/** The contents of the new volume, and statements of the file that were not run. */
function Result({ run: { result, skippedStatements } }: { run: Import }) {
  const left = Object.entries(skippedStatements).filter(([, count]) => count > 0)
  return (
    <>
      {result !== null && <p>{follow.result(result.tables, formatNumber(result.rows))}</p>}
      {left.length > 0 && (
        <div className="text-ink-soft">
          <p>{follow.leftOut}</p>
          <ul className="list-disc pl-5">
            {left.map(([name, count]) => (
              <li key={name}>{`${name}: ${formatNumber(count)}`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
