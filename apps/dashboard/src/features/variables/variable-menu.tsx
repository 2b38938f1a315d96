import type { Variable } from '@longshore/sdk'
import {
  addVariables,
  deleteVariable,
  getEnvironment,
  listContainerVariables,
  listVariables,
  replaceVariables,
} from '@longshore/sdk/operations'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

const refreshes = [listVariables, listContainerVariables, getEnvironment]

export function VariableMenu({ variable, onEdit }: { variable: Variable; onEdit(): void }) {
  const { id } = useEnvironment()
  const { key, service, value, secret, scope } = variable
  const [isAsking, setAsking] = useState(false)
  const words = text.variables
  const which = { id, key, ...(service === null ? {} : { service }) }
  const add = useAction(addVariables, { refreshes })
  const remove = useAction(deleteVariable, {
    refreshes,
    onDone() {
      setAsking(false)
      if (value === null) return toast(words.removed(key))
      const body = { variables: [{ key, value, secret, scope, ...(service === null ? {} : { service }) }] }
      toast(words.removed(key), { action: { label: words.undo, onClick: () => void add.run({ id, body }) } })
    },
  })
  return (
    <>
      <ActionMenu
        label={key}
        actions={[
          { label: words.edit, icon: <Pencil aria-hidden size={15} />, onSelect: onEdit, needs: replaceVariables },
          {
            label: words.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            // Only secrets need a confirmation: other values can be restored with undo.
            onSelect: () => (value === null ? setAsking(true) : void remove.run(which)),
            call: {
              operation: deleteVariable,
              parameters: which,
              cli: `longshore env unset ${key} --env ${id}${service === null ? '' : ` --service ${service}`}`,
            },
          },
        ]}
      />
      <ConfirmDialog
        title={words.removeTitle(key)}
        action={words.remove}
        isOpen={isAsking}
        isBusy={remove.isBusy}
        error={remove.error}
        onConfirm={() => void remove.run(which)}
        onClose={() => setAsking(false)}
      >
        {words.removeNote}
      </ConfirmDialog>
    </>
  )
}
