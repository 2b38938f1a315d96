import type { MfaSetup } from '@longshore/sdk'
import { confirmMfa, getMe } from '@longshore/sdk/operations'
import { MfaCodeRequest as CodeSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { CopyIcon } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { QrCode } from '../../ui/qr/qr-code.tsx'
import { normalizeCode } from '../auth/normalize-code.ts'

export interface SecondFactorSetupProps {
  setup: MfaSetup
  onDone(recoveryCodes: readonly string[]): void
  onClose(): void
}

export function SecondFactorSetup({ setup, onDone, onClose }: SecondFactorSetupProps) {
  const words = text.account.secondFactor
  const confirm = useAction(confirmMfa, { refreshes: [getMe] })
  const form = useApiForm<{ code: string }>({
    schema: CodeSchema,
    defaults: { code: '' },
    toBody: ({ code }) => ({ code: normalizeCode(code) }),
    submit: async ({ code }) => onDone((await confirm.must({ body: { code: normalizeCode(code) } })).recoveryCodes),
  })
  return (
    <Dialog title={words.setupTitle} note={words.scan} isOpen onClose={onClose}>
      <div className="mb-4 flex flex-col items-center gap-3">
        <QrCode value={setup.otpauthUrl} label={words.qr} />
        <p className="flex max-w-full items-center gap-1 text-sm">
          <span className="text-ink-soft">{words.secret}</span>
          <code className="min-w-0 break-all">{groupCharacters(setup.secret)}</code>
          <CopyIcon value={setup.secret} label={words.copySecret} />
        </p>
        <a href={setup.otpauthUrl} className="text-sm text-accent underline">
          {words.openApp}
        </a>
      </div>
      <Form form={form} action={words.confirm} onCancel={onClose}>
        <TextField name="code" label={words.code} autoComplete="one-time-code" inputMode="numeric" isCode hasFocus />
      </Form>
    </Dialog>
  )
}

/** Groups of four characters, which are easy to read aloud. */
function groupCharacters(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
