import { useEffect } from 'react'
import { Card } from '../../ui/card.tsx'
import { ChoicesField } from '../../ui/form/choices-field.tsx'
import { CheckboxField, NumberField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'

interface Values {
  name: string
  token: string
  replicas: number
  command: string
  kind: string
  isOn: boolean
  events: string[]
}

const defaults: Values = {
  name: '',
  token: 'wrong',
  replicas: 2,
  command: 'node server.js',
  kind: 'web',
  isOn: true,
  events: ['failed'],
}

export function FormSection() {
  const form = useApiForm<Values>({
    schema: { type: 'object', properties: {} },
    defaults,
    submit: () => Promise.reject(new Error('The connection was refused.')),
  })
  const { setError } = form.form
  useEffect(() => setError('token', { type: 'wrong', message: 'is not valid' }), [setError])
  return (
    <Card title="Form fields">
      <Form form={form} action="Save" onCancel={() => form.form.reset()}>
        <div className="grid gap-4 lg:grid-cols-3">
          <TextField name="name" label="Name" placeholder="web" help="Other services reach it by this name." />
          <TextField name="token" label="Token" isCode isOptional />
          <NumberField name="replicas" label="Replicas" />
          <SelectField
            name="kind"
            label="Kind"
            choices={[
              { value: 'web', label: 'Web server' },
              { value: 'worker', label: 'Worker' },
            ]}
          />
          <TextAreaField name="command" label="Command" rows={3} isCode />
          <ChoicesField
            name="events"
            label="Events"
            choices={[
              { value: 'failed', label: 'Deployment failed' },
              { value: 'live', label: 'Deployment live' },
            ]}
          />
          <CheckboxField name="isOn" label="Enabled" help="Takes effect with the next deployment." />
        </div>
      </Form>
    </Card>
  )
}
