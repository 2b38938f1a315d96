/** Says what was deleted with something, such as “2 services and 1 hostname”. Pure. */
import type { TrashItem } from '@longshore/sdk'
import { text } from '../../text/text.ts'

const words: Readonly<Record<string, (number: number) => string>> = text.trash.contents
const list = new Intl.ListFormat('en')

/** Undefined if nothing counts that people know. */
export function contentsText(contents: TrashItem['contents']): string | undefined {
  const parts = Object.entries(contents).flatMap(([kind, number]) => words[kind]?.(number) ?? [])
  return parts.length === 0 ? undefined : list.format(parts)
}
