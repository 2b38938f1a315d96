/** Creates an account: with the setup link, with an invitation, or through open sign-up. */
import type { RegisterRequest, User } from '@longshore/sdk'
import { RegisterRequest as RegisterSchema } from '@longshore/sdk/schemas'
import { useWatch } from 'react-hook-form'
import { session } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm, withoutEmpty } from '../../ui/form/form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export interface RegisterFormProps {
  action: string
  tokens?: Pick<RegisterRequest, 'setupToken' | 'invitationToken'>
  /** The address that an invitation is for. Any other would be refused. */
  email?: string
  /** The account gets an organization of its own. */
  hasOrganization?: boolean
  onDone(user: User): void
  /** A verification code was sent to this email address. */
  onPending(email: string): void
}

export function RegisterForm({
  action,
  tokens = {},
  email,
  hasOrganization = false,
  onDone,
  onPending,
}: RegisterFormProps) {
  const toBody = (values: RegisterRequest) => ({ email: '', password: '', ...withoutEmpty(values), ...tokens })
  const form = useApiForm<RegisterRequest>({
    schema: RegisterSchema,
    defaults: { name: '', organizationName: '', email: email ?? '', password: '' },
    toBody,
    async submit(values) {
      const { user, pending } = await session.signUp(toBody(values))
      if (user !== undefined) onDone(user)
      else onPending(pending.email)
    },
  })
  return (
    <Form form={form} action={action}>
      <TextField name="name" label={text.auth.name} autoComplete="name" isOptional hasFocus />
      {hasOrganization && <OrganizationField />}
      <TextField
        name="email"
        label={text.auth.email}
        type="email"
        autoComplete="username"
        {...(email === undefined ? {} : { isFixed: true, help: text.auth.invitation.fixedEmail })}
      />
      <NewPasswordField label={text.auth.password} />
    </Form>
  )
}

/** Left empty, the organization gets the person's name. */
function OrganizationField() {
  const name: string = useWatch({ name: 'name' })
  return (
    <TextField
      name="organizationName"
      label={text.auth.organization}
      placeholder={name.trim() || text.auth.organizationExample}
      help={text.auth.organizationHelp}
      autoComplete="organization"
      isOptional
    />
  )
}
