import type { BackupDestination } from '@longshore/sdk'
import {
  checkBackupDestination,
  deleteBackupDestination,
  listBackupDestinations,
  updateBackupDestination,
} from '@longshore/sdk/operations'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { EditStore } from './edit-store.tsx'

const words = text.backupStores

export function StoreMenu({ store }: { store: BackupDestination }) {
  const { id, name } = store
  const [open, setOpen] = useState<'none' | 'edit' | 'remove'>('none')
  const close = () => setOpen('none')
  const notify = useDeletedNotice()
  const check = useAction(checkBackupDestination, {
    refreshes: [listBackupDestinations],
    onDone: ({ status }) =>
      status === 'working' ? toast(words.checked(name)) : toast(words.checkFailed(name), { tone: 'bad' }),
  })
  const remove = useAction(deleteBackupDestination, {
    refreshes: [listBackupDestinations],
    onDone() {
      close()
      notify({ name, message: words.removed(name), items: [{ kind: 'backup_destination', resourceId: id }] })
    },
  })
  return (
    <>
      <ActionMenu
        label={name}
        actions={[
          {
            label: words.check,
            icon: <RefreshCw aria-hidden size={15} />,
            onSelect: () => void check.run({ id }),
            call: { operation: checkBackupDestination, parameters: { id } },
          },
          {
            label: words.edit,
            icon: <Pencil aria-hidden size={15} />,
            onSelect: () => setOpen('edit'),
            needs: updateBackupDestination,
          },
          null,
          {
            label: words.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onSelect: () => setOpen('remove'),
            call: { operation: deleteBackupDestination, parameters: { id } },
          },
        ]}
      />
      {open === 'edit' && <EditStore store={store} onClose={close} />}
      <DeleteDialog
        title={words.removeTitle(name)}
        action={words.remove}
        isOpen={open === 'remove'}
        deletion={remove}
        onConfirm={() => remove.must({ id })}
        onClose={close}
      >
        <p>{words.removeNote}</p>
      </DeleteDialog>
    </>
  )
}
