import type { AlertRules } from '@longshore/sdk'
import { getAlertSettings, listAlerts, updateAlertSettings } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, NumberField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { fieldsOf, type RuleName, ruleSchema } from './alert-rules.ts'

const { rules: words } = text.alerts
const labels: Readonly<Record<string, string>> = words.fields
const helps: Readonly<Record<string, string>> = words.help

export interface EditRuleProps {
  name: RuleName
  rule: AlertRules[RuleName]
  version: number
  onClose(): void
}

export function EditRule({ name, rule, version, onClose }: EditRuleProps) {
  const update = useAction(updateAlertSettings, {
    refreshes: [getAlertSettings, listAlerts],
    onDone() {
      toast(words.saved)
      onClose()
    },
  })
  const form = useApiForm<Record<string, unknown>>({
    schema: ruleSchema(name),
    defaults: { ...rule },
    submit: async (values) => await update.must({ body: { rules: { [name]: values } } }, { ifMatch: version }),
  })
  return (
    <Dialog title={words.editTitle(words.names[name])} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <CheckboxField name="enabled" label={words.on} />
        {fieldsOf(name).map((field) => {
          const help = helps[field]
          return (
            <NumberField
              key={field}
              name={field}
              label={labels[field] ?? field}
              {...(help === undefined ? {} : { help })}
            />
          )
        })}
      </Form>
    </Dialog>
  )
}
