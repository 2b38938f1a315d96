/** The field types of forms. */
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { useFormContext } from 'react-hook-form'
import { classNames } from '../class-names.ts'
import { inputClass } from '../input-class.ts'
import { Field, type FieldProps } from './field.tsx'

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'url' | 'search'
  placeholder?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  isCode?: boolean
  hasFocus?: boolean
  isFixed?: boolean
  inputMode?: 'numeric' | 'text'
}

export function TextField({
  type = 'text',
  placeholder,
  autoComplete = 'off',
  isCode,
  hasFocus,
  isFixed = false,
  inputMode,
  ...field
}: TextFieldProps) {
  const { register } = useFormContext()
  return (
    <Field {...field}>
      {(parts) => (
        <input
          {...parts}
          {...register(field.name)}
          type={type}
          placeholder={placeholder}
          autoComplete={autoComplete}
          inputMode={inputMode}
          readOnly={isFixed}
          spellCheck={false}
          autoCapitalize="off"
          // biome-ignore lint/a11y/noAutofocus: the one field of a page that was opened to fill it
          autoFocus={hasFocus}
          className={classNames(inputClass, isCode && 'font-mono', isFixed && 'bg-sunken text-ink-soft')}
        />
      )}
    </Field>
  )
}

export function NumberField({ placeholder, ...field }: FieldProps & { placeholder?: string }) {
  const { register } = useFormContext()
  return (
    <Field {...field}>
      {(parts) => (
        <input
          {...parts}
          {...register(field.name, {
            setValueAs: (value: unknown) => (value === '' || value === undefined ? undefined : Number(value)),
          })}
          inputMode="decimal"
          placeholder={placeholder}
          className={classNames(inputClass, 'tabular-nums')}
        />
      )}
    </Field>
  )
}

export function TextAreaField({
  rows = 5,
  placeholder,
  isCode,
  ...field
}: FieldProps & { rows?: number; placeholder?: string; isCode?: boolean }) {
  const { register } = useFormContext()
  return (
    <Field {...field}>
      {(parts) => (
        <textarea
          {...parts}
          {...register(field.name)}
          rows={rows}
          placeholder={placeholder}
          spellCheck={false}
          className={classNames(inputClass, isCode && 'font-mono')}
        />
      )}
    </Field>
  )
}

export interface Choice {
  value: string
  label: string
  isDisabled?: boolean
}

export function SelectField({ choices, ...field }: FieldProps & { choices: readonly Choice[] }) {
  const { register, watch } = useFormContext()
  return (
    <Field {...field}>
      {(parts) => (
        // Controlled, because choices that load later would otherwise show the first one.
        <select {...parts} {...register(field.name)} value={watch(field.name) ?? ''} className={inputClass}>
          {choices.map(({ value, label, isDisabled = false }) => (
            <option key={value} value={value} disabled={isDisabled}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function CheckboxField({ name, label, help }: FieldProps) {
  const { register } = useFormContext()
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input type="checkbox" {...register(name)} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span>
        <span className="font-medium">{label}</span>
        {help !== undefined && <span className="mt-0.5 block text-xs text-ink-soft">{help}</span>}
      </span>
    </label>
  )
}
