import type { Backup, BytesOperation } from '@longshore/sdk'
import {
  cancelBackup,
  deleteBackup,
  downloadBackup,
  downloadDecryptedBackup,
  listBackups,
  restoreBackup,
  testRestore,
} from '@longshore/sdk/operations'
import { Ban, Download, FileDown, RotateCcw, ScanText, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { currentOrganization } from '../../api/organization.ts'
import { client } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { isRunning } from './backup-status.tsx'
import type { OpenedBackup } from './opened-backup.ts'
import { nameOf } from './size-series.ts'

const words = text.backups

export function BackupMenu({ backup, onOpen }: { backup: Backup; onOpen(opened: OpenedBackup): void }) {
  const environment = useEnvironment()
  const ids = { id: environment.id, bid: backup.id }
  const notify = useDeletedNotice()
  const [isRemoving, setRemoving] = useState(false)
  const showError = (error: Error | null) => error !== null && toast(error.message, { tone: 'bad' })
  const prove = useAction(testRestore, { refreshes: [listBackups], onDone: () => toast(words.proving) })
  const cancel = useAction(cancelBackup, { refreshes: [listBackups] })
  const remove = useAction(deleteBackup, {
    refreshes: [listBackups],
    onDone() {
      setRemoving(false)
      notify({ name: nameOf(backup), message: words.removed, items: [{ kind: 'backup', resourceId: backup.id }] })
    },
  })
  const isThere = backup.status === 'succeeded'
  const reportFailure = (call: Promise<unknown>) => void call.catch(showError)
  return (
    <>
      <ActionMenu
        label={nameOf(backup)}
        actions={[
          { label: words.details, icon: <ScanText aria-hidden size={15} />, onSelect: () => onOpen({ kind: 'details', backup }) },
          { label: words.restore, icon: <RotateCcw aria-hidden size={15} />, isDisabled: !isThere, onSelect: () => onOpen({ kind: 'restore', backup }), call: { operation: restoreBackup, parameters: { ...ids, body: { target: 'inPlace', confirm: environment.name } } } },
          { label: words.prove, icon: <ShieldCheck aria-hidden size={15} />, isDisabled: !isThere, onSelect: () => reportFailure(prove.must(ids)), call: { operation: testRestore, parameters: ids } },
          { label: words.download, icon: <Download aria-hidden size={15} />, isDisabled: !isThere, onSelect: () => reportFailure(download(downloadBackup, backup, ids)), call: { operation: downloadBackup, parameters: ids } },
          { label: words.downloadPlain, icon: <FileDown aria-hidden size={15} />, isDisabled: !isThere, onSelect: () => reportFailure(download(downloadDecryptedBackup, backup, ids)), needs: downloadDecryptedBackup },
          null,
          isRunning(backup.status)
            ? { label: words.cancel, icon: <Ban aria-hidden size={15} />, onSelect: () => reportFailure(cancel.must(ids)), call: { operation: cancelBackup, parameters: ids } }
            : { label: words.remove, icon: <Trash2 aria-hidden size={15} />, isDanger: true, onSelect: () => setRemoving(true), call: { operation: deleteBackup, parameters: ids } },
        ]} // biome-ignore format: a table
      />
      <DeleteDialog
        title={words.removeTitle}
        action={words.remove}
        isOpen={isRemoving}
        deletion={remove}
        onConfirm={() => remove.must(ids)}
        onClose={() => setRemoving(false)}
      >
        <p>{words.removeNote(nameOf(backup), new Date(backup.createdAt).toLocaleString())}</p>
      </DeleteDialog>
    </>
  )
}

async function download(
  operation: BytesOperation<{ id: string; bid: string }>,
  { serviceName, createdAt }: Backup,
  ids: { id: string; bid: string },
): Promise<void> {
  toast(words.downloading)
  const response = await withRecentSignIn(
    async () => await client.download(operation, ids, { organization: currentOrganization() }),
  )
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(named ?? `${serviceName}-${createdAt.slice(0, 10)}`, await response.blob())
}
