import type { Instance, RecoveryKitRequest } from '@longshore/sdk'
import { exportRecoveryKit, getInstance } from '@longshore/sdk/operations'
import { RecoveryKitRequest as KitSchema } from '@longshore/sdk/schemas'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { saveText } from '../../ui/save-file.ts'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'

const words = text.instance.kit

export function RecoveryKit({ kit }: { kit: NonNullable<Instance['recoveryKit']> }) {
  const [isOpen, setOpen] = useState(false)
  const isTaken = kit.exportedAt !== null
  return (
    <>
      <Card
        title={words.title}
        note={words.note}
        actions={
          <>
            <Status tone={kit.isNeeded ? 'warn' : 'good'}>{kit.isNeeded ? words.needed : words.kept}</Status>
            <Button icon={<Download aria-hidden size={15} />} onClick={() => setOpen(true)}>
              {words.action}
            </Button>
          </>
        }
        {...(isTaken ? { children: <TakenAt at={kit.exportedAt} /> } : {})}
      />
      {isOpen && (
        <Dialog title={words.dialogTitle} note={words.dialogNote} isOpen onClose={() => setOpen(false)}>
          <KitForm onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function TakenAt({ at }: { at: string | null }) {
  return (
    <Facts facts={[{ name: words.exportedAt, value: at === null ? text.common.never : <RelativeTime at={at} /> }]} />
  )
}

function KitForm({ onClose }: { onClose(): void }) {
  const take = useAction(exportRecoveryKit, { refreshes: [getInstance] })
  const form = useApiForm<RecoveryKitRequest>({
    schema: KitSchema,
    defaults: { recipient: '' },
    async submit(body) {
      const { ciphertext } = await withRecentSignIn(() => take.must({ body }))
      saveText(words.fileName, [ciphertext])
      toast(words.done)
      onClose()
    },
  })
  return (
    <Form form={form} action={words.download} onCancel={onClose}>
      <CodeBlock>{words.command}</CodeBlock>
      <TextField name="recipient" label={words.recipient} help={words.recipientHelp} isCode hasFocus />
      <p className="text-xs break-words text-ink-soft">{words.open}</p>
    </Form>
  )
}
