/** Radio buttons as cards, each with a description. */
import { useId } from 'react'
import { classNames } from './class-names.ts'

export interface ChoiceCard<Value extends string> {
  value: Value
  label: string
  note?: string
}

export interface ChoiceCardsProps<Value extends string> {
  label: string
  value: NoInfer<Value>
  choices: readonly ChoiceCard<Value>[]
  onChange(value: NoInfer<Value>): void
  columns?: string
}

export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { label, value, choices, onChange, columns = 'sm:grid-cols-2' } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className={classNames('grid gap-2', columns)}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'flex cursor-pointer items-start gap-2.5 rounded-lg border px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              choice.value === value ? 'border-accent bg-accent-soft' : 'border-line-strong/60 hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="font-medium">{choice.label}</span>
              {choice.note !== undefined && <span className="mt-0.5 block text-xs text-ink-soft">{choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
