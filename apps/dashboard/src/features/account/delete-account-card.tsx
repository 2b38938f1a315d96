import type { DeleteAccountRequest, User } from '@longshore/sdk'
import { deleteMe } from '@longshore/sdk/operations'
import { DeleteAccountRequest as DeleteAccountSchema } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { signOut } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'

const words = text.account.remove

export function DeleteAccountCard({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <Button kind="danger" onClick={() => setOpen(true)}>
      {words.action}
    </Button>
  )
  return (
    <>
      <Card title={words.title} note={words.note} actions={button} />
      {isOpen && <DeleteDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asks for the password instead of a typed name. */
function DeleteDialog({ user, onClose }: { user: User; onClose(): void }) {
  const remove = useAction(deleteMe)
  const form = useApiForm<DeleteAccountRequest>({
    schema: DeleteAccountSchema,
    defaults: { password: '', force: false },
    async submit(body) {
      await remove.must({ body }, { ifMatch: user.version })
      await signOut()
    },
  })
  return (
    <Dialog title={words.dialogTitle} note={words.note} isOpen onClose={onClose}>
      <p className="mb-4 text-sm">{words.dialogNote}</p>
      <Form form={form} action={words.action} onCancel={onClose}>
        <TextField name="password" label={words.password} type="password" autoComplete="current-password" hasFocus />
        <CheckboxField name="force" label={text.settings.remove.force} help={text.settings.remove.forceHelp} />
      </Form>
    </Dialog>
  )
}
