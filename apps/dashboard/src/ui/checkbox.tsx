/** A checkbox outside of forms. */
export interface CheckboxProps {
  label: string
  help?: string
  value: boolean
  onChange(value: boolean): void
}

export function Checkbox({ label, help, value, onChange }: CheckboxProps) {
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="font-medium break-words">{label}</span>
        {help !== undefined && <span className="mt-0.5 block text-xs text-ink-soft">{help}</span>}
      </span>
    </label>
  )
}
