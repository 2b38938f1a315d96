/** A choice of a few options side by side, such as a filter. */
import { useId } from 'react'
import { classNames } from './class-names.ts'

export interface Choice<Value extends string> {
  value: Value
  label: string
}

export interface SegmentedControlProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: NoInfer<Value>
  onChange(value: NoInfer<Value>): void
}

export function SegmentedControl<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex w-fit max-w-full flex-wrap gap-0.5 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'cursor-pointer rounded px-2.5 py-1 text-sm whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-accent',
            choice.value === value ? 'bg-surface font-medium text-ink shadow-sm' : 'text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
