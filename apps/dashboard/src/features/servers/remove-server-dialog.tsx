import { isProblem, type Server } from '@longshore/sdk'
import { deleteServer, getServer, listServers } from '@longshore/sdk/operations'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

const words = text.serverTasks.remove

export function RemoveServerDialog({ server, onClose }: { server: Server; onClose(): void }) {
  const navigate = useNavigate()
  const notify = useDeletedNotice()
  const [removeProxy, setRemoveProxy] = useState(true)
  const [force, setForce] = useState(false)
  const remove = useAction(deleteServer, {
    refreshes: [listServers, getServer],
    async onDone({ id: resourceId, name }, { permanent }) {
      if (permanent === true) toast(words.begun)
      else notify({ name, message: words.begun, items: [{ kind: 'server', resourceId }] })
      await navigate({ to: paths.servers() })
    },
  })
  const isInUse = isProblem(remove.error, 'server_in_use') || force
  return (
    <DeleteDialog
      title={words.title(server.name)}
      action={words.action}
      permanentName={server.name}
      deletion={remove}
      onConfirm={(permanent) => remove.must({ id: server.id, removeProxy, force, ...(permanent ? { permanent } : {}) })}
      onClose={onClose}
    >
      <p>{words.note}</p>
      <Checkbox label={words.everything} help={words.everythingHelp} value={removeProxy} onChange={setRemoveProxy} />
      {isInUse && <Checkbox label={words.inUse} help={words.inUseHelp} value={force} onChange={setForce} />}
    </DeleteDialog>
  )
}
