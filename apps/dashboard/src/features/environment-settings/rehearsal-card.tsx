/** Whether release commands run on a copy of the databases first, with the most important rules. */
import type { Environment } from '@longshore/sdk'
import { getEnvironment, updateEnvironment } from '@longshore/sdk/operations'
import { UpdateEnvironmentRequest as UpdateSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CheckboxField, SelectField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toasts.tsx'

interface Values {
  mode: Environment['rehearsal']['mode']
  allowDestructive: boolean
}

const modes = ['off', 'report', 'stop'] as const

export function RehearsalCard({ environment }: { environment: Environment }) {
  const { id, rehearsal, rehearsalSuggested: isSuggested, version } = environment
  const words = text.environmentSettings
  const update = useAction(updateEnvironment, { refreshes: [getEnvironment] })
  const toBody = (values: Values) => ({ rehearsal: values })
  const form = useApiForm<Values>({
    schema: UpdateSchema,
    defaults: { mode: rehearsal.mode, allowDestructive: rehearsal.allowDestructive },
    toBody,
    async submit(values) {
      await update.must({ id, body: toBody(values) }, { ifMatch: version })
      toast(words.saved)
    },
  })
  return (
    <Card title={words.rehearsal.title} note={words.rehearsal.note}>
      <div className="flex flex-col gap-4">
        {isSuggested && <Note tone="info" title={words.rehearsal.suggested} />}
        <Form form={form} action={words.save} needs={updateEnvironment}>
          <SelectField
            name="mode"
            label={words.rehearsal.mode}
            choices={modes.map((mode) => ({ value: mode, label: words.rehearsal.modes[mode] }))}
          />
          <CheckboxField
            name="allowDestructive"
            label={words.rehearsal.allowDestructive}
            help={words.rehearsal.allowDestructiveHelp}
          />
        </Form>
      </div>
    </Card>
  )
}
