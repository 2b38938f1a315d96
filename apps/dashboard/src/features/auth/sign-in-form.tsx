/** Password, and the code of the authenticator where there is one. */
import type { LoginRequest, User } from '@longshore/sdk'
import { LoginRequest as LoginSchema } from '@longshore/sdk/schemas'
import { session } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'

export function SignInForm({ email = '', onDone }: { email?: string; onDone(user: User): void }) {
  const form = useApiForm<LoginRequest>({
    schema: LoginSchema,
    defaults: { email, password: '' },
    async submit(values) {
      const { user } = await session.signIn(values)
      if (user !== undefined) onDone(user)
    },
  })
  return (
    <Form form={form} action={text.auth.signIn}>
      <TextField name="email" label={text.auth.email} type="email" autoComplete="username" />
      <TextField name="password" label={text.auth.password} type="password" autoComplete="current-password" />
    </Form>
  )
}
