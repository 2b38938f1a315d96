import type { Backup } from '@longshore/sdk'
import {
  deleteDetachedBackup,
  downloadDetachedBackup,
  listDetachedBackups,
  restoreBackup,
} from '@longshore/sdk/operations'
import { Download, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { RestoreDeleted } from './restore-deleted.tsx'

const words = text.backups

export function DeletedBackupMenu({ backup }: { backup: Backup }) {
  const { id: bid, serviceName, createdAt } = backup
  const [open, setOpen] = useState<'none' | 'restore' | 'remove'>('none')
  const close = () => setOpen('none')
  const notify = useDeletedNotice()
  const remove = useAction(deleteDetachedBackup, {
    refreshes: [listDetachedBackups],
    onDone() {
      close()
      notify({ name: serviceName, message: words.removed, items: [{ kind: 'backup', resourceId: bid }] })
    },
  })
  const save = () => void download(backup).catch((error: Error) => toast(error.message, { tone: 'bad' }))
  return (
    <>
      <ActionMenu
        label={serviceName}
        actions={[
          {
            label: words.restore,
            icon: <RotateCcw aria-hidden size={15} />,
            onSelect: () => setOpen('restore'),
            needs: restoreBackup,
          },
          {
            label: words.download,
            icon: <Download aria-hidden size={15} />,
            onSelect: save,
            call: { operation: downloadDetachedBackup, parameters: { bid } },
          },
          null,
          {
            label: words.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onSelect: () => setOpen('remove'),
            call: { operation: deleteDetachedBackup, parameters: { bid } },
          },
        ]}
      />
      {open === 'restore' && <RestoreDeleted backup={backup} onClose={close} />}
      <DeleteDialog
        title={words.removeTitle}
        action={words.remove}
        isOpen={open === 'remove'}
        deletion={remove}
        onConfirm={() => remove.must({ bid })}
        onClose={close}
      >
        <p>{words.removeNote(serviceName, new Date(createdAt).toLocaleString())}</p>
      </DeleteDialog>
    </>
  )
}

async function download({ id: bid, serviceName, createdAt }: Backup): Promise<void> {
  toast(words.downloading)
  const response = await client.download(downloadDetachedBackup, { bid }, { organization: currentOrganization() })
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(named ?? `${serviceName}-${createdAt.slice(0, 10)}`, await response.blob())
}
