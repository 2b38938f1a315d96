import { type GitProvider, isProblem } from '@longshore/sdk'
import { deleteGitProvider, listGitProviders } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

const words = text.git

export function RemoveProviderDialog({ provider, onClose }: { provider: GitProvider; onClose(): void }) {
  const [force, setForce] = useState(false)
  const notify = useDeletedNotice()
  const { id, accountLogin: name } = provider
  const remove = useAction(deleteGitProvider, {
    refreshes: [listGitProviders],
    onDone() {
      notify({ name, message: words.removed(name), items: [{ kind: 'git_provider', resourceId: id }] })
      onClose()
    },
  })
  const isInUse = isProblem(remove.error, 'provider_in_use') || force
  return (
    <DeleteDialog
      title={words.removeTitle(name)}
      action={words.remove}
      deletion={remove}
      onConfirm={() => remove.must({ id, ...(force ? { force } : {}) })}
      onClose={onClose}
    >
      <p>{words.removeNote}</p>
      {isInUse && <Checkbox label={words.removeForce} help={words.removeForceHelp} value={force} onChange={setForce} />}
    </DeleteDialog>
  )
}
