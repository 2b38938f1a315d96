import type { Organization } from '@longshore/sdk'
import { deleteOrganization, undoOrganizationDeletion } from '@longshore/sdk/operations'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { refreshUser } from '../../api/session.ts'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.settings.remove

export function DeleteOrganization({ organization }: { organization: Organization }) {
  const { id, name, version } = organization
  const [isOpen, setOpen] = useState(false)
  const [isForced, setForced] = useState(false)
  const navigate = useNavigate()
  const undo = useAction(undoOrganizationDeletion, {
    async onDone() {
      await refreshUser()
      toast(words.undone)
    },
  })
  const remove = useAction(deleteOrganization, {
    async onDone() {
      setOpen(false)
      await refreshUser()
      toast(words.done, { action: { label: words.undo, onClick: () => void undo.run({ id }) } })
      await navigate({ to: paths.home() })
    },
  })
  const can = useCan()
  if (!can(deleteOrganization)) return null
  const call = { operation: deleteOrganization, parameters: { id } }
  const actions = (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {words.action}
      </Button>
      <ActionMenu actions={[{ label: words.action, call }]} />
    </>
  )
  return (
    <>
      <Card title={words.title} note={words.note} actions={actions} />
      <ConfirmDialog
        title={words.dialogTitle(name)}
        action={words.action}
        nameToType={name}
        isOpen={isOpen}
        isBusy={remove.isBusy}
        error={remove.error}
        onConfirm={() => void remove.run({ id, ...(isForced ? { force: true } : {}) }, { ifMatch: version })}
        onClose={() => setOpen(false)}
      >
        <div className="flex flex-col gap-3">
          <p>{words.dialogNote}</p>
          <Checkbox label={words.force} help={words.forceHelp} value={isForced} onChange={setForced} />
        </div>
      </ConfirmDialog>
    </>
  )
}
