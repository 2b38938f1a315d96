/** Decides whether a value suits an input of a template. Pure. */
import type { TemplateInput } from '@longshore/analyzer/template'
import { EmailAddress } from '../../platform/http/text-fields.schemas.ts'

/** Returns what is wrong, to be read after the name of the field. */
export function faultOfValue({ kind, choices }: TemplateInput, value: string): string | undefined {
  if (value.includes('\u0000') || !value.isWellFormed()) return 'must be valid text'
  if (kind === 'email' && !EmailAddress.safeParse(value).success) return 'must be an email address'
  if (kind === 'number' && !/^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return 'must be a number'
  if (kind === 'boolean' && value !== 'true' && value !== 'false') return 'must be true or false'
  if (kind === 'choice' && !choices.includes(value)) return `must be one of ${choices.join(', ')}`
  if (kind !== 'secret' && /[\r\n]/.test(value)) return 'must be one line'
  return undefined
}
