/** Confirms a deletion to the trash with one click. Skipping the trash also needs the name and a recent sign-in. */
import { isProblem } from '@longshore/sdk'
import { getTrashSummary } from '@longshore/sdk/operations'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'

const words = text.trash

export interface DeleteDialogProps {
  title: string
  /** Label of the button: a verb. */
  action: string
  /** Says what stops at once, and has the options of the deletion. */
  children: ReactNode
  isOpen?: boolean
  deletion: { isBusy: boolean; error: Error | null }
  /** Name to type for skipping the trash. Without it, this can't skip the trash. */
  permanentName?: string
  /** Rejects with the problem. */
  onConfirm(isPermanent: boolean): Promise<unknown>
  onClose(): void
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { title, action, children, isOpen = true, deletion, permanentName, onConfirm, onClose } = props
  const [isPermanent, setPermanent] = useState(false)
  // A person who cancels the sign-in gets no error.
  const error = isProblem(deletion.error, 'recent_sign_in_required') ? null : deletion.error
  return (
    <ConfirmDialog
      title={title}
      action={isPermanent ? words.purge.action : action}
      {...(isPermanent && permanentName !== undefined ? { nameToType: permanentName } : {})}
      isOpen={isOpen}
      isBusy={deletion.isBusy}
      error={error}
      onConfirm={() => void withRecentSignIn(() => onConfirm(isPermanent)).catch(() => undefined)}
      onClose={() => {
        setPermanent(false)
        onClose()
      }}
    >
      <div className="flex flex-col gap-3">
        {children}
        {!isPermanent && <KeptNote />}
        {permanentName !== undefined && (
          <Checkbox label={words.skip} help={words.skipHelp} value={isPermanent} onChange={setPermanent} />
        )}
      </div>
    </ConfirmDialog>
  )
}

function KeptNote() {
  const { data } = useRead(getTrashSummary, {})
  return <p>{words.kept(data?.retentionDays)}</p>
}
