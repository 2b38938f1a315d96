/** Label, help and error of a field, linked for screen readers. */
import { type ReactNode, useId } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { describeFault } from './describe-fault.ts'

export interface FieldProps {
  /** Path in the request body. */
  name: string
  label: string
  /** One sentence. */
  help?: ReactNode
  isOptional?: boolean
  /** Replaces the words of the schema for any fault. */
  faultText?: string
}

export interface FieldParts {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

export function Field({
  name,
  label,
  help,
  isOptional = false,
  faultText,
  children,
}: FieldProps & { children(parts: FieldParts): ReactNode }) {
  const id = useId()
  const { formState } = useFormContext()
  const fault: object | undefined = get(formState.errors, name)
  const described = [help === undefined ? '' : `${id}-help`, fault === undefined ? '' : `${id}-fault`].filter(Boolean)
  const parts = { id, 'aria-invalid': fault !== undefined, 'aria-describedby': described.join(' ') || undefined }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
        {isOptional && <span className="ml-1.5 font-normal text-ink-soft">{text.form.optional}</span>}
      </label>
      {children(parts)}
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
          {help}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="mt-1 text-xs font-medium text-bad">
          {faultText ?? describeFault(label, fault)}
        </p>
      )}
    </div>
  )
}
