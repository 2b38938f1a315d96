import type { Variable } from '@longshore/sdk'
import {
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
import { useEnvironment } from '../environments/environment-context.ts'
import { DeleteDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

const refreshes = [listVariables, listContainerVariables, getEnvironment]

export function VariableMenu({ variable, onEdit }: { variable: Variable; onEdit(): void }) {
  const { id } = useEnvironment()
  const { key, service, value } = variable
  const [isAsking, setAsking] = useState(false)
  const words = text.variables
  const which = { id, key, ...(service === null ? {} : { service }) }
  const notify = useDeletedNotice()
  const remove = useAction(deleteVariable, {
    refreshes,
    onDone() {
      setAsking(false)
      notify({ name: key, message: words.removed(key), items: [{ kind: 'variables', resourceId: id }] })
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
            // Only secrets need a confirmation.
            onSelect: () => (value === null ? setAsking(true) : void remove.run(which)),
            call: {
              operation: deleteVariable,
              parameters: which,
              cli: `longshore env unset ${key} --env ${id}${service === null ? '' : ` --service ${service}`}`,
            },
          },
        ]}
      />
      <DeleteDialog
        title={words.removeTitle(key)}
        action={words.remove}
        isOpen={isAsking}
        deletion={remove}
        onConfirm={() => remove.must(which)}
        onClose={() => setAsking(false)}
      >
        <p>{words.removeNote}</p>
      </DeleteDialog>
    </>
  )
}
