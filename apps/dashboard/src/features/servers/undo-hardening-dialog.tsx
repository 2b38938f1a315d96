import type { HardeningRun } from '@longshore/sdk'
import { getServerSecurity, listHardeningRuns, revertHardening } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { HardeningRunView } from './hardening-run-view.tsx'

const words = text.security

export function UndoHardeningDialog({ serverId, onClose }: { serverId: string; onClose(): void }) {
  const revert = useAction(revertHardening, { refreshes: [getServerSecurity, listHardeningRuns] })
  const [run, setRun] = useState<HardeningRun | undefined>()
  const [force, setForce] = useState(false)
  if (run !== undefined)
    return (
      <Dialog title={words.run.undoTitle} isOpen onClose={onClose} isWide>
        <HardeningRunView serverId={serverId} runId={run.id} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={words.undoTitle}
      action={words.undo}
      isOpen
      isBusy={revert.isBusy}
      error={revert.error}
      onConfirm={async () => setRun(await revert.run({ id: serverId, body: { options: { force } } }))}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{words.undoNote}</p>
        <Checkbox label={words.undoForce} value={force} onChange={setForce} />
      </div>
    </ConfirmDialog>
  )
}
