import { type GitProvider, isProblem } from '@longshore/sdk'
import { deleteGitProvider, listGitProviders } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const words = text.git

export function RemoveProviderDialog({ provider, onClose }: { provider: GitProvider; onClose(): void }) {
  const [force, setForce] = useState(false)
  const remove = useAction(deleteGitProvider, { refreshes: [listGitProviders], onDone: onClose })
  const isInUse = isProblem(remove.error, 'provider_in_use') || force
  return (
    <ConfirmDialog
      title={words.removeTitle(provider.accountLogin)}
      action={words.remove}
      isOpen
      isBusy={remove.isBusy}
      error={remove.error}
      onConfirm={() => void remove.run({ id: provider.id, ...(force ? { force } : {}) })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{words.removeNote}</p>
        {isInUse && (
          <Checkbox label={words.removeForce} help={words.removeForceHelp} value={force} onChange={setForce} />
        )}
      </div>
    </ConfirmDialog>
  )
}
