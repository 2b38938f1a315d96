import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { FollowRun } from './follow-run.tsx'
import { useRestore } from './use-run.ts'

export function FollowRestoreDialog({ restoreId, onClose }: { restoreId: string; onClose(): void }) {
  return (
    <Dialog title={text.restores.follow.title} isOpen onClose={onClose}>
      <FollowRestore restoreId={restoreId} onClose={onClose} />
    </Dialog>
  )
}

export function FollowRestore({ restoreId, onClose }: { restoreId: string; onClose(): void }) {
  const { id } = useEnvironment()
  const { query, ...actions } = useRestore({ id, rid: restoreId })
  return (
    <QueryView query={query}>
      {(run) => <FollowRun run={run} actions={actions} isBeside={run.target === 'newService'} onClose={onClose} />}
    </QueryView>
  )
}
