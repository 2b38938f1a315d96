import type { MfaCodeRequest, User } from '@longshore/sdk'
import { MfaCodeRequest as CodeSchema } from '@longshore/sdk/schemas'
import { session } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { normalizeCode } from './normalize-code.ts'

export interface SecondFactorFormProps {
  mfaToken: string
  onDone(user: User): void
  onBack(): void
}

export function SecondFactorForm({ mfaToken, onDone, onBack }: SecondFactorFormProps) {
  const form = useApiForm<MfaCodeRequest>({
    schema: CodeSchema,
    defaults: { code: '' },
    toBody: ({ code }) => ({ code: normalizeCode(code) }),
    async submit({ code }) {
      onDone(await session.verifySecondFactor({ mfaToken, code: normalizeCode(code) }))
    },
  })
  return (
    <Form
      form={form}
      action={text.auth.signIn}
      extra={
        <Button kind="quiet" className="mr-auto" onClick={onBack}>
          {text.auth.back}
        </Button>
      }
    >
      <TextField
        name="code"
        label={text.auth.secondFactor.code}
        help={text.auth.secondFactor.help}
        autoComplete="one-time-code"
        isCode
        hasFocus
      />
    </Form>
  )
}
