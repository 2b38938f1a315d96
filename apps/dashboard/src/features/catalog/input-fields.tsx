/** One field for each input of a template. Generated values can be shown and changed. */
import type { TemplateInput } from '@longshore/sdk'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'

const words = text.catalog.deploy

export function InputFields({
  inputs,
  generated,
}: {
  inputs: readonly TemplateInput[]
  generated: Readonly<Record<string, string>>
}) {
  return inputs.map((input) => <InputField key={input.key} input={input} generated={generated[input.key] ?? ''} />)
}

function InputField({ input, generated }: { input: TemplateInput; generated: string }) {
  const { key, label, help, kind, required, choices } = input
  const name = `inputs.${key}`
  const field = { name, label, isOptional: !required, ...(help === null ? {} : { help }) }
  if (kind === 'secret') return <SecretField {...field} generated={input.generate === null ? null : generated} />
  if (kind === 'boolean')
    return (
      <SelectField
        {...field}
        choices={[blank, { value: 'true', label: words.yes }, { value: 'false', label: words.no }]}
      />
    )
  if (kind === 'choice')
    return <SelectField {...field} choices={[blank, ...choices.map((value) => ({ value, label: value }))]} />
  if (input.default?.includes('\n') === true) return <TextAreaField {...field} />
  return (
    <TextField
      {...field}
      type={kind === 'email' ? 'email' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : 'text'}
    />
  )
}

const blank = { value: '', label: words.choose }

interface SecretFieldProps {
  name: string
  label: string
  isOptional: boolean
  help?: string
  /** Null: the template can't generate it. */
  generated: string | null
}

function SecretField({ generated, help, ...field }: SecretFieldProps) {
  const [isShown, setShown] = useState(false)
  const value: unknown = useWatch({ name: field.name })
  const note = generated !== null && value === generated ? words.generated : undefined
  const whole = [help, note].filter((each) => each !== undefined).join(' ')
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          {...field}
          {...(whole === '' ? {} : { help: whole })}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          isCode
        />
      </div>
      <IconButton
        label={isShown ? words.hide(field.label) : words.show(field.label)}
        icon={isShown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
        onClick={() => setShown(!isShown)}
        className="mt-6"
      />
    </div>
  )
}
