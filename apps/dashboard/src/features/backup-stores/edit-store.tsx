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
import { LockFields } from './lock-fields.tsx'
import { type LockValues, toLock } from './store-values.ts'

const words = text.backupStores

interface EditValues {
  name: string
  accessKeyId: string
  secretAccessKey: string
  objectLock: LockValues
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
    defaults: { name, accessKeyId: s3?.accessKeyId ?? '', secretAccessKey: '', objectLock: toLockValues(s3) },
    toBody: (values) => bodyOf(values),
    submit: async (values) => await update.must({ id, body: bodyOf(values) }, { ifMatch: version }),
  })
  const bodyOf = (values: EditValues) => ({ name: values.name, ...keyOf(values), ...lockOf(values) })
  // Longshore tests a lock that is sent, so an unchanged one isn't.
  const lockOf = ({ objectLock }: EditValues) => {
    const [before, after] = [s3?.objectLock ?? null, toLock(objectLock)]
    const isSame = before?.mode === after?.mode && before?.days === after?.days
    return s3 === null || isSame ? {} : { objectLock: after }
  }
  const keyOf = ({ accessKeyId, secretAccessKey }: EditValues) =>
    s3 === null || secretAccessKey === '' ? {} : withoutEmpty({ accessKeyId, secretAccessKey })
  return (
    <Dialog title={words.editTitle(name)} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <TextField name="name" label={words.name} hasFocus />
        {s3 !== null && <KeyFields isKept />}
        {s3 !== null && <LockFields isKept />}
      </Form>
    </Dialog>
  )
}

function toLockValues(s3: BackupDestination['s3']): LockValues {
  return s3?.objectLock ?? { mode: '', days: 30 }
}
