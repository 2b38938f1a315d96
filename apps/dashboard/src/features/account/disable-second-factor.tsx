import { disableMfa, getMe } from '@longshore/sdk/operations'
import { MfaCodeRequest as CodeSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { normalizeCode } from '../auth/normalize-code.ts'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'

export function DisableSecondFactor({ onClose }: { onClose(): void }) {
  const words = text.account.secondFactor
  const disable = useAction(disableMfa, { refreshes: [getMe] })
  const form = useApiForm<{ code: string }>({
    schema: CodeSchema,
    defaults: { code: '' },
    toBody: ({ code }) => ({ code: normalizeCode(code) }),
    async submit({ code }) {
      await withRecentSignIn(() => disable.must({ body: { code: normalizeCode(code) } }))
      toast(words.turnedOff)
      onClose()
    },
  })
  return (
    <Dialog title={words.endTitle} note={words.endNote} isOpen onClose={onClose}>
      <Form form={form} action={words.end} onCancel={onClose}>
        <TextField name="code" label={words.codeToEnd} autoComplete="one-time-code" isCode hasFocus />
      </Form>
    </Dialog>
  )
}
