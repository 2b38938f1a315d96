import type { ChangePasswordRequest } from '@longshore/sdk'
import { changePassword, listSessions } from '@longshore/sdk/operations'
import { ChangePasswordRequest as ChangePasswordSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { NewPasswordField } from '../auth/new-password-field.tsx'

export function PasswordCard() {
  const words = text.account.password
  const change = useAction(changePassword, { refreshes: [listSessions] })
  const form = useApiForm<ChangePasswordRequest>({
    schema: ChangePasswordSchema,
    defaults: { currentPassword: '', newPassword: '' },
    async submit(body) {
      await change.must({ body })
      form.form.reset()
      toast(words.done)
    },
  })
  return (
    <Card title={words.title} note={words.note}>
      <Form form={form} action={words.action}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="currentPassword" label={words.current} type="password" autoComplete="current-password" />
          <NewPasswordField name="newPassword" label={words.next} />
        </div>
      </Form>
    </Card>
  )
}
