import type { InstanceRestore } from '@longshore/sdk'
import { confirmInstanceRestore, getInstance } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.instance.restore

export function RestoreNotice({ restore, canConfirm }: { restore: InstanceRestore; canConfirm: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const confirm = useAction(confirmInstanceRestore, {
    refreshes: [getInstance],
    onDone() {
      setOpen(false)
      toast(words.done)
    },
  })
  return (
    <Notice tone="warn" title={words.title}>
      <div className="mt-1 flex flex-col items-start gap-3">
        <p>{words.note}</p>
        <Facts
          facts={[
            { name: words.backupCreatedAt, value: <RelativeTime at={restore.backupCreatedAt} /> },
            { name: words.restoredAt, value: <RelativeTime at={restore.restoredAt} /> },
          ]}
        />
        {canConfirm && <Button onClick={() => setOpen(true)}>{words.action}</Button>}
      </div>
      <ConfirmDialog
        title={words.dialogTitle}
        action={words.action}
        isOpen={isOpen}
        isBusy={confirm.isBusy}
        error={confirm.error}
        onConfirm={() => void confirm.run({})}
        onClose={() => setOpen(false)}
      >
        {words.dialogNote}
      </ConfirmDialog>
    </Notice>
  )
}
