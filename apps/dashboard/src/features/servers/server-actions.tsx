import type { Server } from '@longshore/sdk'
import {
  checkServer,
  cleanUpServer,
  deleteServer,
  installDocker,
  listServerTasks,
  rotateServerKey,
  updateServer,
} from '@longshore/sdk/operations'
import { Eraser, KeyRound, Package, Pencil, PlugZap, RefreshCw, Trash2 } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { OpenDialog } from './server-dialogs.tsx'

const words = text.serverPage
const size = 15

export function ServerActions({ server, onOpen }: { server: Server; onOpen(dialog: OpenDialog): void }) {
  const check = useAction(checkServer, { refreshes: [listServerTasks], onDone: (task) => onOpen(task) })
  const startCheck = () => check.must({ id: server.id }).catch((error: Error) => toast(error.message, { tone: 'bad' }))
  const { id } = server
  const call = <Operation,>(operation: Operation, body?: object) => ({
    operation,
    parameters: { id, ...(body === undefined ? {} : { body }) },
  })
  return (
    <>
      <Button icon={<PlugZap aria-hidden size={16} />} onClick={() => onOpen('test')}>
        {words.test}
      </Button>
      <Button icon={<RefreshCw aria-hidden size={16} />} isBusy={check.isBusy} onClick={() => void startCheck()}>
        {words.check}
      </Button>
      <ActionMenu
        actions={[
          {
            label: words.edit,
            icon: <Pencil aria-hidden size={size} />,
            onSelect: () => onOpen('edit'),
            call: call(updateServer, { name: server.name }),
          },
          {
            label: words.cleanUp,
            icon: <Eraser aria-hidden size={size} />,
            onSelect: () => onOpen('cleanup'),
            call: call(cleanUpServer, { dryRun: true }),
          },
          {
            label: words.rotateKey,
            icon: <KeyRound aria-hidden size={size} />,
            onSelect: () => onOpen('rotate'),
            call: call(rotateServerKey, {}),
          },
          {
            label: words.installDocker,
            icon: <Package aria-hidden size={size} />,
            isDisabled: server.docker !== null,
            onSelect: () => onOpen('docker'),
            call: call(installDocker),
          },
          {
            label: words.removeServer,
            icon: <Trash2 aria-hidden size={size} />,
            isDanger: true,
            onSelect: () => onOpen('remove'),
            call: call(deleteServer),
          },
        ]}
      />
    </>
  )
}
