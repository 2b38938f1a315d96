/** How long a recovery can take, and how much data it can lose, before a notice is sent. */
import type { Recovery, RecoverySettingsChange } from '@longshore/sdk'
import { changeRecoverySettings, getRecovery } from '@longshore/sdk/operations'
import { RecoverySettingsChange as ChangeSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { NumberField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.recovery.targets

/** Undefined: the field is empty, so there's no target. */
interface Values {
  maxRecoveryMinutes: number | undefined
  maxLossMinutes: number | undefined
}

export function RecoveryTargets({ id, settings }: { id: string; settings: Recovery['settings'] }) {
  const change = useAction(changeRecoverySettings, { refreshes: [getRecovery] })
  const form = useApiForm<Values>({
    schema: ChangeSchema,
    defaults: {
      maxRecoveryMinutes: settings.maxRecoveryMinutes ?? undefined,
      maxLossMinutes: settings.maxLossMinutes ?? undefined,
    },
    toBody,
    async submit(values) {
      await change.must({ id, body: toBody(values) })
      toast(text.recovery.saved)
    },
  })
  return (
    <Form form={form} action={words.save} needs={changeRecoverySettings}>
      <NumberField name="maxRecoveryMinutes" label={words.recovery} help={words.help} />
      <NumberField name="maxLossMinutes" label={words.loss} />
    </Form>
  )
}

function toBody({ maxRecoveryMinutes, maxLossMinutes }: Values): RecoverySettingsChange {
  return { maxRecoveryMinutes: maxRecoveryMinutes ?? null, maxLossMinutes: maxLossMinutes ?? null }
}
