import { resetPassword } from '@longshore/sdk/operations'
import { ResetPasswordRequest as ResetSchema } from '@longshore/sdk/schemas'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AuthCard, footLink } from './auth-card.tsx'
import { forgetLinkToken } from './link-token.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useLinkToken } from './use-link-token.ts'

export function ResetPasswordPage() {
  const token = useLinkToken('reset')
  const words = text.auth.resetPassword
  const foot = (
    <Link to="/forgot-password" className={footLink}>
      {words.again}
    </Link>
  )
  if (token === null) return <AuthCard title={words.missing} note={words.missingNote} foot={foot} />
  return (
    <AuthCard title={words.title} note={words.note} foot={foot}>
      <ResetForm token={token} />
    </AuthCard>
  )
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const reset = useAction(resetPassword)
  const form = useApiForm<{ password: string }>({
    schema: ResetSchema,
    defaults: { password: '' },
    toBody: ({ password }) => ({ password, token }),
    async submit({ password }) {
      await reset.must({ body: { password, token } })
      forgetLinkToken('reset')
      toast(text.auth.resetPassword.done)
      await navigate({ to: '/sign-in' })
    },
  })
  return (
    <Form form={form} action={text.auth.resetPassword.action}>
      <NewPasswordField label={text.auth.newPassword} />
    </Form>
  )
}
