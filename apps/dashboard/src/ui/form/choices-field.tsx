/** A list of checkboxes. */
import { useId } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Button } from '../button.tsx'
import type { FieldProps } from './field.tsx'
import type { Choice } from './fields.tsx'

export function ChoicesField({ name, label, help, choices }: FieldProps & { choices: readonly Choice[] }) {
  const { register, setValue, formState } = useFormContext()
  const id = useId()
  const fault: { message?: string } | undefined = get(formState.errors, name)
  const choose = (values: readonly string[]) => setValue(name, values, { shouldDirty: true, shouldValidate: true })
  return (
    <fieldset className="min-w-0" aria-describedby={help === undefined ? undefined : id}>
      <legend className="text-sm font-medium">{label}</legend>
      {help !== undefined && (
        <p id={id} className="mt-0.5 text-xs text-ink-soft">
          {help}
        </p>
      )}
      <div className="mt-1 -ml-3">
        <Button kind="quiet" onClick={() => choose(choices.map(({ value }) => value))}>
          {text.form.all}
        </Button>
        <Button kind="quiet" onClick={() => choose([])}>
          {text.form.none}
        </Button>
      </div>
      <div className="mt-1 grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {choices.map((choice) => (
          <label key={choice.value} className="flex items-center gap-2.5 text-sm">
            <input type="checkbox" value={choice.value} {...register(name)} className="size-4 shrink-0 accent-accent" />
            {choice.label}
          </label>
        ))}
      </div>
      {fault !== undefined && (
        <p className="mt-1 text-xs font-medium text-bad">{text.form.fault(label, fault.message ?? text.form.wrong)}</p>
      )}
    </fieldset>
  )
}
