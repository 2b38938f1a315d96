/** Actions of a channel, for the list and its page. */
import type { Connector } from '@longshore/sdk'
import {
  deleteConnector,
  getConnector,
  listConnectors,
  testConnector,
  updateConnector,
} from '@longshore/sdk/operations'
import { Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'
import { TestResult } from './connector-test.tsx'
import { useConnectorTest } from './use-connector-test.ts'

export function ConnectorMenu({ connector, onGone }: { connector: Connector; onGone?: () => void }) {
  const connectors = text.connectors
  const { id, name, status } = connector
  const [open, setOpen] = useState<'none' | 'test' | 'delete'>('none')
  const test = useConnectorTest()
  const setEnabled = useSwitch(connector)
  const notify = useDeletedNotice()
  const remove = useAction(deleteConnector, {
    refreshes: [listConnectors],
    onDone() {
      setOpen('none')
      notify({ name, message: connectors.removed(name), items: [{ kind: 'connector', resourceId: id }] })
      onGone?.()
    },
  })
  const isOff = status === 'disabled'
  const startTest = () => {
    setOpen('test')
    void test.run(id)
  }
  return (
    <>
      <ActionMenu
        label={name}
        actions={[
          {
            label: connectors.test.action,
            icon: <Send aria-hidden size={15} />,
            onSelect: startTest,
            call: { operation: testConnector, parameters: { id } },
          },
          {
            label: isOff ? connectors.on : connectors.off,
            icon: <Power aria-hidden size={15} />,
            onSelect: () => setEnabled(isOff),
            call: { operation: updateConnector, parameters: { id, body: { enabled: isOff } } },
          },
          null,
          {
            label: connectors.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onSelect: () => setOpen('delete'),
            call: { operation: deleteConnector, parameters: { id } },
          },
        ]}
      />
      <Dialog title={`${connectors.test.action}: ${name}`} isOpen={open === 'test'} onClose={() => setOpen('none')}>
        <TestResult {...test} />
      </Dialog>
      <DeleteDialog
        title={connectors.removeTitle(name)}
        action={connectors.remove}
        isOpen={open === 'delete'}
        deletion={remove}
        onConfirm={() => remove.must({ id })}
        onClose={() => setOpen('none')}
      >
        <p>{connectors.removeNote}</p>
      </DeleteDialog>
    </>
  )
}

/** No confirmation, because it is easy to undo. */
function useSwitch({ id, name }: Connector) {
  const connectors = text.connectors
  const update = useAction(updateConnector, { refreshes: [listConnectors, getConnector] })
  const setEnabled = async (enabled: boolean) => {
    const answer = await update.run({ id, body: { enabled } })
    if (answer === undefined) return toast(text.common.unexpected, { tone: 'bad' })
    toast(enabled ? connectors.switchedOn(name) : connectors.switchedOff(name), {
      action: { label: connectors.undo, onClick: () => void setEnabled(!enabled) },
    })
  }
  return setEnabled
}
