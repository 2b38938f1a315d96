import { isProblem, type Server } from '@longshore/sdk'
import { deleteServer, getServer, listServers } from '@longshore/sdk/operations'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.serverTasks.remove

export function RemoveServerDialog({ server, onClose }: { server: Server; onClose(): void }) {
  const navigate = useNavigate()
  const [removeProxy, setRemoveProxy] = useState(true)
  const [force, setForce] = useState(false)
  const remove = useAction(deleteServer, {
    refreshes: [listServers, getServer],
    async onDone() {
      toast(words.begun)
      await navigate({ to: paths.servers() })
    },
  })
  const isInUse = isProblem(remove.error, 'server_in_use') || force
  return (
    <ConfirmDialog
      title={words.title(server.name)}
      action={words.action}
      isOpen
      isBusy={remove.isBusy}
      error={remove.error}
      // Only a forced removal can leave volumes with data behind.
      {...(force ? { nameToType: server.name } : {})}
      onConfirm={() => void remove.run({ id: server.id, removeProxy, force })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{words.note}</p>
        <Checkbox label={words.everything} help={words.everythingHelp} value={removeProxy} onChange={setRemoveProxy} />
        {isInUse && <Checkbox label={words.inUse} help={words.inUseHelp} value={force} onChange={setForce} />}
      </div>
    </ConfirmDialog>
  )
}
