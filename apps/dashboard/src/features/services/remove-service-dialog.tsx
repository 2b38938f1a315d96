import type { Service, ServiceRequest } from '@longshore/sdk'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { isDatabase } from './service-values.ts'
import { useConfigure } from './use-configure.ts'

/** Removes a service with its data, so the person types its name. */
export function RemoveServiceDialog(props: { service: Service; others: ServiceRequest[]; onClose(): void }) {
  const { service, others, onClose } = props
  const { name, kind } = service
  const configure = useConfigure(useEnvironment())
  const [isForced, setForced] = useState(false)
  const words = text.services
  const remove = async () => {
    const saved = await configure.save(others, { removeData: [name], skipFinalBackup: isForced }).catch(() => undefined)
    if (saved === undefined) return
    toast(words.removed(name))
    onClose()
  }
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      action={words.remove}
      nameToType={name}
      isOpen
      isBusy={configure.isBusy}
      error={configure.error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{words.removeNote(name)}</p>
      {isDatabase(kind) && (
        <label className="mt-3 flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={isForced}
            onChange={(event) => setForced(event.target.checked)}
            className="size-4 accent-accent"
          />
          {words.withoutBackup}
        </label>
      )}
    </ConfirmDialog>
  )
}
