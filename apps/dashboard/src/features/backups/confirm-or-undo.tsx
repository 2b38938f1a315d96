/** Confirms or undoes a restore, and explains both. */
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { awaitsConfirmation, type DataRun } from './run-stages.ts'
import type { FollowedRun } from './use-run.ts'

const { follow: words } = text.restores

export function ConfirmOrUndo({ run, actions }: { run: DataRun; actions: FollowedRun }) {
  const [asked, setAsked] = useState<'none' | 'confirm' | 'undo'>('none')
  const close = () => setAsked('none')
  const dialog = { isBusy: actions.isBusy, error: actions.error, onClose: close }
  if (run.confirmedAt !== null) return <p className="text-ink-soft">{words.confirmed}</p>
  if (!awaitsConfirmation(run) || run.undoUntil === null) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-soft">
        {words.undoUntil} <RelativeTime at={run.undoUntil} />
        {'.'}
      </p>
      <Allowed to="backups:restore" hasReason>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAsked('undo')}>{words.undo}</Button>
          <Button kind="danger" onClick={() => setAsked('confirm')}>
            {words.confirm}
          </Button>
        </div>
      </Allowed>
      <ConfirmDialog
        {...dialog}
        title={words.confirmTitle}
        action={words.confirm}
        isOpen={asked === 'confirm'}
        onConfirm={() => void actions.confirm().then((done) => done !== undefined && close())}
      >
        {words.confirmNote}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        title={words.undoTitle}
        action={words.undo}
        isOpen={asked === 'undo'}
        onConfirm={() => void actions.undo().then((done) => done !== undefined && close())}
      >
        {words.undoNote}
      </ConfirmDialog>
    </div>
  )
}
