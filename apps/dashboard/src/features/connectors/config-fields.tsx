/** Settings of a channel kind: one field for each property of its API schema. */
import type { ConnectorKind, JsonSchema } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { NumberField, TextField } from '../../ui/form/fields.tsx'
import { kinds } from './connector-kinds.ts'

const labels: Readonly<Record<string, string>> = text.connectors.fields

export function ConfigFields({ kind }: { kind: ConnectorKind }) {
  const { properties = {}, required = [] } = kinds[kind].config
  const help: Readonly<Record<string, string>> = text.connectors.fieldHelp[kind]
  return Object.entries(properties).map(([name, schema]) => (
    <ConfigField key={name} name={name} schema={schema} help={help[name]} isOptional={!required.includes(name)} />
  ))
}

interface ConfigFieldProps {
  name: string
  schema: JsonSchema
  help: string | undefined
  isOptional: boolean
}

function ConfigField({ name, schema, help, isOptional }: ConfigFieldProps) {
  const field = {
    name: `config.${name}`,
    label: labels[name] ?? name,
    isOptional,
    ...(help === undefined ? {} : { help }),
    placeholder: typeof schema.example === 'string' && schema.writeOnly !== true ? schema.example : '',
  }
  if (schema.type === 'integer') return <NumberField {...field} />
  // Tokens are hidden. URLs stay readable, so that people can check the host.
  const isHidden = name === 'token'
  return (
    <TextField
      {...field}
      type={isHidden ? 'password' : 'text'}
      autoComplete={isHidden ? 'new-password' : 'off'}
      isCode
    />
  )
}
