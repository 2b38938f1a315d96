import { isProblem, ProblemError, type Variable } from '@longshore/sdk'
import { getEnvironment, listContainerVariables, listVariables, replaceVariables } from '@longshore/sdk/operations'
import { ReplacedVariableRequest as VariableSchema } from '@longshore/sdk/schemas'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'

interface Values {
  key: string
  value: string
  secret: boolean
  sealed: boolean
  scope: Variable['scope']
  service: string
}

export function EditVariableDialog({ variable, onClose }: { variable: Variable | undefined; onClose(): void }) {
  const { id } = useEnvironment()
  const words = text.variables
  const save = useAction(replaceVariables, { refreshes: [listVariables, listContainerVariables, getEnvironment] })
  const toBody = ({ value, service, ...rest }: Values) => ({
    ...rest,
    sealed: rest.secret && rest.sealed,
    // An empty field keeps the stored secret.
    ...(variable !== undefined && variable.value === null && value === '' ? {} : { value }),
    ...(service === '' ? {} : { service }),
  })
  const form = useApiForm<Values>({
    schema: VariableSchema,
    defaults: {
      key: variable?.key ?? '',
      value: variable?.value ?? '',
      secret: variable?.secret ?? true,
      sealed: variable?.sealed ?? false,
      scope: variable?.scope ?? 'runtime',
      service: variable?.service ?? '',
    },
    toBody,
    async submit(values) {
      try {
        await save.must({ id, body: { variables: [toBody(values)], keepOthers: true } })
      } catch (error) {
        throw ofOne(error)
      }
      toast(words.saved)
      onClose()
    },
  })
  return (
    <Dialog isOpen title={variable === undefined ? words.addTitle : words.editTitle(variable.key)} onClose={onClose}>
      <Form form={form} action={words.save} onCancel={onClose}>
        <Fields variable={variable} />
      </Form>
    </Dialog>
  )
}

/** The server's pointers name the only item of a list. */
function ofOne(error: unknown): unknown {
  if (!isProblem(error)) return error
  const errors = error.errors.map((each) => ({ ...each, pointer: each.pointer.replace(/^\/variables\/0/, '') }))
  return new ProblemError({ ...error.body, errors }, { status: error.status })
}

function Fields({ variable }: { variable: Variable | undefined }) {
  const { services } = useEnvironment()
  const { control } = useFormContext<Values>()
  const isSecret = useWatch({ control, name: 'secret' })
  const { fields: words, scopes, allServices } = text.variables
  const isKept = variable !== undefined && variable.value === null
  const serviceChoices = [
    { value: '', label: allServices },
    ...services.map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <>
      {variable === undefined && <TextField name="key" label={words.key} isCode hasFocus placeholder="DATABASE_URL" />}
      <TextAreaField
        name="value"
        label={words.value}
        help={isKept ? words.newValueHelp : words.valueHelp}
        rows={3}
        isCode
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="scope"
          label={words.scope}
          choices={[
            { value: 'runtime', label: scopes.runtime },
            { value: 'build', label: scopes.build },
            { value: 'both', label: scopes.both },
          ]}
        />
        {variable === undefined && <SelectField name="service" label={words.service} choices={serviceChoices} />}
      </div>
      <CheckboxField name="secret" label={words.secret} help={words.secretHelp} />
      {isSecret && <CheckboxField name="sealed" label={words.sealed} help={words.sealedHelp} />}
    </>
  )
}
