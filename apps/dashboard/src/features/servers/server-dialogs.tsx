import type { Server, ServerTask } from '@longshore/sdk'
import { useEffect, useEffectEvent } from 'react'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ConnectionTestView } from './connection-test.tsx'
import { EditServerDialog } from './edit-server-dialog.tsx'
import { RemoveServerDialog } from './remove-server-dialog.tsx'
import { CleanUpDialog, InstallDockerDialog, RotateKeyDialog, TaskDialog } from './task-dialogs.tsx'
import { useConnectionTest } from './use-connection-test.ts'

export type OpenDialog = 'edit' | 'test' | 'docker' | 'rotate' | 'cleanup' | 'remove' | ServerTask

export interface ServerDialogsProps {
  server: Server
  dialog: OpenDialog | null
  onClose(): void
}

export function ServerDialogs({ server, dialog, onClose }: ServerDialogsProps) {
  const { id } = server
  if (dialog === null) return null
  if (typeof dialog === 'object') return <TaskDialog serverId={id} task={dialog} onClose={onClose} />
  if (dialog === 'edit') return <EditServerDialog server={server} onClose={onClose} />
  if (dialog === 'test') return <TestDialog serverId={id} onClose={onClose} />
  if (dialog === 'docker') return <InstallDockerDialog serverId={id} onClose={onClose} />
  if (dialog === 'cleanup') return <CleanUpDialog serverId={id} onClose={onClose} />
  if (dialog === 'remove') return <RemoveServerDialog server={server} onClose={onClose} />
  return <RotateKeyDialog serverId={id} isOurs={server.keySource === 'generated'} onClose={onClose} />
}

function TestDialog({ serverId, onClose }: { serverId: string; onClose(): void }) {
  const { state, start } = useConnectionTest()
  const begin = useEffectEvent(() => start({ serverId }))
  useEffect(() => begin(), [])
  return (
    <Dialog title={text.connectionTest.title} note={text.connectionTest.note} isOpen onClose={onClose}>
      <ConnectionTestView state={state} />
    </Dialog>
  )
}
