/** Verifies an email address with the code from the email. */
import { getSignUp } from '@longshore/sdk/operations'
import { MfaCodeRequest as CodeSchema, EmailRequest as EmailSchema } from '@longshore/sdk/schemas'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { session } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { AuthCard, footLink } from './auth-card.tsx'
import { nextPageLink } from './next-page.ts'
import { normalizeCode } from './normalize-code.ts'
import { ResendCode } from './resend-code.tsx'

export function VerifyPage() {
  const { email: given, next } = useSearch({ from: '/verify' })
  const [email, setEmail] = useState(given)
  const navigate = useNavigate()
  const words = text.auth.verify
  const isPrinted = useRead(getSignUp, {}).data?.delivery === 'operator'
  return (
    <AuthCard
      title={isPrinted ? words.operatorTitle : words.title}
      {...(email === undefined ? {} : { note: isPrinted ? words.operatorNote(email) : words.note(email) })}
      foot={
        <>
          {!isPrinted && <p className="text-balance">{words.noMail}</p>}
          <Link to="/sign-in" search={next === undefined ? {} : { next }} className={footLink}>
            {text.auth.back}
          </Link>
        </>
      }
    >
      {email === undefined ? (
        <EmailForm onDone={setEmail} />
      ) : (
        <CodeForm email={email} isPrinted={isPrinted} onDone={() => void navigate(nextPageLink(next))} />
      )}
    </AuthCard>
  )
}

/** Asks for the email address when the link has none. */
function EmailForm({ onDone }: { onDone(email: string): void }) {
  const form = useApiForm<{ email: string }>({
    schema: EmailSchema,
    defaults: { email: '' },
    submit: async ({ email }) => onDone(email),
  })
  return (
    <Form form={form} action={text.auth.verify.action}>
      <TextField name="email" label={text.auth.email} type="email" autoComplete="username" hasFocus />
    </Form>
  )
}

function CodeForm({ email, isPrinted, onDone }: { email: string; isPrinted: boolean; onDone(): void }) {
  const form = useApiForm<{ code: string }>({
    schema: CodeSchema,
    defaults: { code: '' },
    toBody: ({ code }) => ({ code: normalizeCode(code) }),
    async submit({ code }) {
      await session.verifyEmail({ email, code: normalizeCode(code) })
      onDone()
    },
  })
  return (
    <Form form={form} action={text.auth.verify.action} extra={<ResendCode email={email} isPrinted={isPrinted} />}>
      <TextField
        name="code"
        label={text.auth.verify.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        isCode
        hasFocus
      />
    </Form>
  )
}
