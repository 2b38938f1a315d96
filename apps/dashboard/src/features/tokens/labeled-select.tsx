/** A select with a visible label, outside of forms. */
import { useId } from 'react'

export interface LabeledSelectProps {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChange(value: string): void
}

export function LabeledSelect({ label, value, choices, onChange }: LabeledSelectProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-full rounded-md border border-line-strong bg-surface px-2 text-sm"
      >
        {choices.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    </div>
  )
}
