import type { ResetRequested } from '@longshore/sdk'
import { forgotPassword } from '@longshore/sdk/operations'
import { EmailRequest as EmailSchema } from '@longshore/sdk/schemas'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { AuthCard, footLink } from './auth-card.tsx'

export function ForgotPasswordPage() {
  const [sent, setSent] = useState<ResetRequested>()
  const ask = useAction(forgotPassword)
  const form = useApiForm<{ email: string }>({
    schema: EmailSchema,
    defaults: { email: '' },
    submit: async (body) => setSent(await ask.must({ body })),
  })
  const words = text.auth.forgotPassword
  const foot = (
    <Link to="/sign-in" className={footLink}>
      {text.auth.toSignIn}
    </Link>
  )
  if (sent?.delivery === 'operator')
    return <AuthCard title={words.noMailTitle} note={words.noMailNote(sent.email)} foot={foot} />
  if (sent !== undefined) return <AuthCard title={words.sentTitle} note={words.sentNote(sent.email)} foot={foot} />
  return (
    <AuthCard title={words.title} note={words.note} foot={foot}>
      <Form form={form} action={words.action}>
        <TextField name="email" label={text.auth.email} type="email" autoComplete="username" hasFocus />
      </Form>
    </AuthCard>
  )
}
