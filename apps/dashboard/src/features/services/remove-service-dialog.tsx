import type { Service, ServiceRequest } from '@longshore/sdk'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { isDatabase } from './service-values.ts'
import { useConfigure } from './use-configure.ts'

/** Removes a service with its data. Both go to the trash. */
export function RemoveServiceDialog(props: { service: Service; others: ServiceRequest[]; onClose(): void }) {
  const { service, others, onClose } = props
  const { id: resourceId, name, kind } = service
  const notify = useDeletedNotice()
  const configure = useConfigure(useEnvironment())
  const [isForced, setForced] = useState(false)
  const words = text.services
  const remove = async () => {
    await configure.save(others, { removeData: [name], skipFinalBackup: isForced })
    notify({ name, message: words.removed(name), items: [{ kind: 'service', resourceId }] })
    onClose()
  }
  return (
    <DeleteDialog
      title={words.removeTitle(name)}
      action={words.remove}
      deletion={configure}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{words.removeNote(name)}</p>
      {isDatabase(kind) && <Checkbox label={words.withoutBackup} value={isForced} onChange={setForced} />}
    </DeleteDialog>
  )
}
