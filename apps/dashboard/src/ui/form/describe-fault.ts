/** The text of a field's error. A field can hold a whole list, and then the error is inside one of its entries. Pure. */
import { text } from '../../text/text.ts'

export function describeFault(label: string, fault: object): string {
  const own = messageOf(fault)
  if (own !== undefined) return text.form.fault(label, own)
  const [name, inner] = Object.entries(fault).find(([, each]) => each !== undefined) ?? []
  const message = findMessage(inner)
  if (name === undefined || message === undefined) return text.form.fault(label, text.form.wrong)
  const entry = /^\d+$/.test(name) ? text.form.entry(Number(name) + 1) : name
  return text.form.entryFault(label, entry, message)
}

function findMessage(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined
  return (
    messageOf(fault) ??
    Object.values(fault)
      .map(findMessage)
      .find((each) => each !== undefined)
  )
}

function messageOf(fault: object): string | undefined {
  return 'message' in fault && typeof fault.message === 'string' ? fault.message : undefined
}
