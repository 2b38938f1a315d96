import type { CreateRegistryRequest, Registry } from '@longshore/sdk'
import { listRegistries, saveRegistry } from '@longshore/sdk/operations'
import { CreateRegistryRequest as RegistrySchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.registries

/** Saving credentials for a known registry replaces the old ones. */
export function RegistryDialog({ registry, onClose }: { registry?: Registry; onClose(): void }) {
  const save = useAction(saveRegistry, { refreshes: [listRegistries] })
  const form = useApiForm<CreateRegistryRequest>({
    schema: RegistrySchema,
    defaults: { host: registry?.host ?? '', username: registry?.username ?? '', password: '' },
    async submit(body) {
      await save.must({ body })
      toast(words.saved)
      onClose()
    },
  })
  return (
    <Dialog title={registry === undefined ? words.add : words.renew} isOpen onClose={onClose}>
      <Form form={form} action={words.save} onCancel={onClose}>
        <TextField name="host" label={words.host} help={words.hostHelp} isCode hasFocus={registry === undefined} />
        <TextField name="username" label={words.username} />
        <TextField name="password" label={words.password} help={words.passwordHelp} type="password" />
      </Form>
    </Dialog>
  )
}
