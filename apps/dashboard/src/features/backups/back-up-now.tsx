import { getBackupConfig, listBackups, triggerBackup } from '@longshore/sdk/operations'
import { DatabaseBackup } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

const words = text.backups

export function BackUpNow() {
  const { id } = useEnvironment()
  const trigger = useAction(triggerBackup, {
    refreshes: [listBackups, getBackupConfig],
    onDone: ({ items }) => toast(words.started(items.length)),
  })
  return (
    <Allowed to={triggerBackup}>
      <Button
        kind="primary"
        icon={<DatabaseBackup aria-hidden size={16} />}
        isBusy={trigger.isBusy}
        onClick={() => trigger.run({ id, body: {} })}
      >
        {words.now}
      </Button>
      <ConfirmDialog
        title={words.now}
        action={text.common.tryAgain}
        isOpen={trigger.error !== null}
        isBusy={trigger.isBusy}
        error={trigger.error}
        onConfirm={() => trigger.run({ id, body: {} })}
        onClose={trigger.forget}
      >
        {null}
      </ConfirmDialog>
    </Allowed>
  )
}
