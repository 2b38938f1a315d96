import type { AuditRecord } from '@longshore/sdk'
import { useRef } from 'react'
import { text } from '../../text/text.ts'
import { inputClass } from '../../ui/input-class.ts'

export interface ActionFilterProps {
  rows: readonly AuditRecord[]
  value: string
  onChange(action: string): void
}

/** Offers all actions seen so far, also while only one of them is shown. */
export function ActionFilter({ rows, value, onChange }: ActionFilterProps) {
  const seen = useRef(new Set<string>())
  for (const { action } of rows) seen.current.add(action)
  return (
    <select
      aria-label={text.audit.action}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClass} max-w-full sm:w-64`}
    >
      <option value="">{text.audit.allActions}</option>
      {[...seen.current].sort().map((action) => (
        <option key={action} value={action}>
          {action}
        </option>
      ))}
    </select>
  )
}
