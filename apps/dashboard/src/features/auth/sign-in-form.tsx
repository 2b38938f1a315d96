/** Password, then the authenticator code if two-factor sign-in is on. */
import { isProblem, type LoginRequest, type User } from '@longshore/sdk'
import { LoginRequest as LoginSchema } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { session } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export interface SignInFormProps {
  email?: string
  /** Set when a known person signs in again. */
  isEmailFixed?: boolean
  action?: string
  onDone(user: User): void
  onCancel?: () => void
  /** The password is correct, but the email address isn't verified. A code was sent. */
  onUnverified?: (email: string) => void
}

export function SignInForm(props: SignInFormProps) {
  const [mfaToken, setMfaToken] = useState<string>()
  if (mfaToken === undefined) return <PasswordStep {...props} onSecondFactor={setMfaToken} />
  return <SecondFactorForm mfaToken={mfaToken} onDone={props.onDone} onBack={() => setMfaToken(undefined)} />
}

function PasswordStep(props: SignInFormProps & { onSecondFactor(mfaToken: string): void }) {
  const { email = '', isEmailFixed = false, action = text.auth.signIn, onDone, onSecondFactor, onCancel } = props
  const form = useApiForm<LoginRequest>({
    schema: LoginSchema,
    defaults: { email, password: '' },
    async submit(values) {
      const result = await session.signIn(values).catch((error: unknown) => {
        if (props.onUnverified === undefined || !isProblem(error, 'email_not_verified')) throw error
        return undefined
      })
      if (result === undefined) props.onUnverified?.(values.email)
      else if (result.mfaToken !== undefined) onSecondFactor(result.mfaToken)
      else onDone(result.user)
    },
  })
  return (
    <Form form={form} action={action} {...(onCancel === undefined ? {} : { onCancel })}>
      {isEmailFixed ? (
        <>
          <p className="text-sm break-words text-ink-soft">{text.auth.signedInAs(email)}</p>
          {/* Password managers look for a user name next to the password. */}
          <input hidden readOnly type="email" autoComplete="username" value={email} />
        </>
      ) : (
        <TextField name="email" label={text.auth.email} type="email" autoComplete="username" hasFocus={email === ''} />
      )}
      <TextField
        name="password"
        label={text.auth.password}
        type="password"
        autoComplete="current-password"
        hasFocus={email !== ''}
      />
    </Form>
  )
}
