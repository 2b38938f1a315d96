/** A select outside of forms, such as a filter. */
import { useId } from 'react'

export function Select(props: {
  label: string
  value: string
  onChange(value: string): void
  choices: readonly (readonly [value: string, label: string])[]
}) {
  const { label, value, onChange, choices } = props
  const id = useId()
  return (
    <span className="min-w-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 max-w-48 rounded-md border border-line-strong bg-surface px-2 text-sm"
      >
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
