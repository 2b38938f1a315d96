/** Reads single values with their references resolved; a value that can't be used is left out with a warning. */
import { at, type Located } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { type Notes, note } from './compose-warning.ts'
import { interpolate } from './interpolate.ts'

export interface Scalar {
  readonly text: string
  readonly line: number
}

/** Null if the key is missing, empty, or not a single value. */
export function scalarAt(node: Located | undefined, key: string, notes: Notes): Scalar | null {
  const found = at(node, key)
  if (found === undefined || (found.kind === 'scalar' && found.value === null)) return null
  if (found.kind !== 'scalar') {
    leaveOut(notes, { key, line: found.line, why: 'isn’t a single value' })
    return null
  }
  return resolveScalar(found, key, notes)
}

export function resolveScalar(node: Located, key: string, notes: Notes): Scalar | null {
  if (node.kind !== 'scalar' || node.value === null) return null
  const { text, references } = interpolate(node.text)
  if (text !== null) return text.trim() === '' ? null : { text: text.trim(), line: node.line }
  const names = references.flatMap(({ name, fallback }) => (fallback === null ? [name] : []))
  leaveOut(notes, { key, line: node.line, why: `refers to ${names.join(', ')}, which has no value here` })
  return null
}

/** `why` completes the sentence: "user" … and is left out. */
export function leaveOut(notes: Notes, { key, line, why }: { key: string; line: number; why: string }): void {
  note(notes, 'compose_value_invalid', {
    message: `"${onOneLine(key).slice(0, 80)}" ${onOneLine(why).slice(0, 250)}, so it’s left out.`,
    line,
    instead: 'Correct the value, or set it in the service settings.',
  })
}

export function noteChange(notes: Notes, { key, line, to }: { key: string; line: number; to: string }): void {
  note(notes, 'compose_value_changed', { message: `"${key}" becomes ${to}.`, line, instead: null })
}

/** Null if the key is missing or neither true nor false. */
export function flagAt(node: Located | undefined, key: string, notes: Notes): boolean | null {
  const found = scalarAt(node, key, notes)
  if (found === null) return null
  if (/^(?:true|yes|on)$/i.test(found.text)) return true
  if (/^(?:false|no|off)$/i.test(found.text)) return false
  leaveOut(notes, { key, line: found.line, why: 'is neither true nor false' })
  return null
}
