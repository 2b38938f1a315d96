import { isProblem, type TrashItem } from '@longshore/sdk'
import { getTrashSummary, listTrash, purgeTrashItem, restoreTrashItem } from '@longshore/sdk/operations'
import { useMutation } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useCan } from '../../api/use-can.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { failureText } from './failure-text.ts'
import { kindsOfTrash } from './trash-kinds.ts'
import { useRestore } from './use-restore.ts'

const words = text.trash

export function TrashMenu({ item }: { item: TrashItem }) {
  const { id, name, kind, status } = item
  const can = useCan()
  const [isPurging, setPurging] = useState(false)
  const restore = useRestore()
  const restoring = useMutation({
    mutationFn: () => restore({ name, items: [item] }),
    onError: (error) => toast(failureText(error), { tone: 'bad' }),
  })
  const isBusy = status !== 'kept' || restoring.isPending
  const restoreAction = {
    label: words.restore,
    icon: <RotateCcw aria-hidden size={15} />,
    isDisabled: isBusy,
    onSelect: () => restoring.mutate(),
    call: { operation: restoreTrashItem, parameters: { id } },
  }
  return (
    <>
      <ActionMenu
        label={name}
        actions={[
          can(kindsOfTrash[kind].permission) ? restoreAction : null,
          null,
          {
            label: words.purge.open,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            isDisabled: isBusy,
            onSelect: () => setPurging(true),
            // No token can do this, so there is no command for it.
            needs: purgeTrashItem,
          },
        ]}
      />
      {isPurging && <PurgeDialog item={item} onClose={() => setPurging(false)} />}
    </>
  )
}

function PurgeDialog({ item, onClose }: { item: TrashItem; onClose(): void }) {
  const { id, name, kind, problem } = item
  const [isForced, setForced] = useState(false)
  const purge = useAction(purgeTrashItem, {
    refreshes: [listTrash, getTrashSummary],
    onDone() {
      toast(words.purge.begun(name))
      onClose()
    },
  })
  // A person who cancels the sign-in gets no error.
  const error = isProblem(purge.error, 'recent_sign_in_required') ? null : purge.error
  return (
    <ConfirmDialog
      title={words.purge.title(name)}
      action={words.purge.action}
      {...(kindsOfTrash[kind].hasName === true ? { nameToType: name } : {})}
      isOpen
      isBusy={purge.isBusy}
      error={error}
      onConfirm={() =>
        void withRecentSignIn(() => purge.must({ id, ...(isForced ? { force: true } : {}) })).catch(() => undefined)
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{words.purge.note}</p>
        {problem !== null && (
          <Checkbox label={words.purge.force} help={words.purge.forceHelp} value={isForced} onChange={setForced} />
        )}
      </div>
    </ConfirmDialog>
  )
}
