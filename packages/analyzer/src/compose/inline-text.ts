/** The text of a file inside of the compose file. */
import { interpolate } from './interpolate.ts'

export interface InlineText {
  /** References without a default stay as they are written. */
  readonly text: string
  /** Names in these references. */
  readonly unresolved: readonly string[]
}

export function readInlineText(content: string): InlineText {
  const { visible, references } = interpolate(content)
  const unresolved = references.flatMap(({ name, fallback }) => (fallback === null ? [name] : []))
  return { text: visible, unresolved }
}
