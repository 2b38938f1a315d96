/** Restores a backup of a deleted environment into another one. The person confirms by typing its name. */
import type { Backup } from '@longshore/sdk'
import { listEnvironments, restoreBackup } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.backups.deleted

export function RestoreDeleted({ backup, onClose }: { backup: Backup; onClose(): void }) {
  const environments = useList(listEnvironments, {})
  const [chosen, setChosen] = useState<string>()
  const restore = useAction(restoreBackup, {
    onDone() {
      toast(words.restoring)
      onClose()
    },
  })
  const environment = environments.items.find(({ id }) => id === chosen) ?? environments.items[0]
  const isVolume = backup.volume !== null
  const begin = () => {
    if (environment === undefined) return
    const body = { target: isVolume ? ('inPlace' as const) : ('newService' as const), confirm: environment.name }
    void restore.run({ id: environment.id, bid: backup.id, body })
  }
  return (
    <ConfirmDialog
      title={words.restoreTitle(backup.serviceName)}
      action={text.backups.restore}
      {...(environment === undefined ? {} : { nameToType: environment.name })}
      isOpen
      isBusy={restore.isBusy}
      error={restore.error}
      onConfirm={begin}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{isVolume ? words.restoreVolumeNote : words.restoreNote}</p>
        {environment === undefined ? (
          <p>{words.noEnvironments}</p>
        ) : (
          <Select
            label={words.into}
            value={environment.id}
            onChange={setChosen}
            choices={environments.items.map(({ id, name }) => [id, name])}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
