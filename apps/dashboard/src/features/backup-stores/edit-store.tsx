import type { BackupDestination } from '@longshore/sdk'
import { listBackupDestinations, updateBackupDestination } from '@longshore/sdk/operations'
import { UpdateBackupDestinationRequest } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm, withoutEmpty } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { KeyFields } from './key-fields.tsx'

const words = text.backupStores

interface EditValues {
  name: string
  accessKeyId: string
  secretAccessKey: string
}

export function EditStore({ store, onClose }: { store: BackupDestination; onClose(): void }) {
  const { id, name, s3, version } = store
  const update = useAction(updateBackupDestination, {
    refreshes: [listBackupDestinations],
    onDone() {
      toast(words.saved)
      onClose()
    },
  })
  const form = useApiForm<EditValues>({
    schema: UpdateBackupDestinationRequest,
    defaults: { name, accessKeyId: s3?.accessKeyId ?? '', secretAccessKey: '' },
    submit: async (values) =>
      await update.must({ id, body: { name: values.name, ...keyOf(values) } }, { ifMatch: version }),
  })
  const keyOf = ({ accessKeyId, secretAccessKey }: EditValues) =>
    s3 === null || secretAccessKey === '' ? {} : withoutEmpty({ accessKeyId, secretAccessKey })
  return (
    <Dialog title={words.editTitle(name)} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <TextField name="name" label={words.name} hasFocus />
        {s3 !== null && <KeyFields isKept />}
      </Form>
    </Dialog>
  )
}
