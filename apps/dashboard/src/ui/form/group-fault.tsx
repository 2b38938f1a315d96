/** An error about a group of fields as a whole. It can be far from the button, so the page scrolls to it. */
import { useEffect, useRef } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'

export interface GroupFaultProps {
  /** Path of the group in the request body. */
  name: string
  /** Start of the sentence, such as "The list of files". */
  subject: string
}

export function GroupFault({ name, subject }: GroupFaultProps) {
  const { formState } = useFormContext()
  const line = useRef<HTMLParagraphElement>(null)
  const fault: { message?: string; root?: { message?: string } } | undefined = get(formState.errors, name)
  const message = fault?.message ?? fault?.root?.message
  useEffect(() => {
    if (message !== undefined) line.current?.scrollIntoView({ block: 'center' })
  }, [message])
  if (message === undefined) return null
  return (
    <p ref={line} role="alert" className="text-xs font-medium text-bad">
      {text.form.fault(subject, message)}
    </p>
  )
}
