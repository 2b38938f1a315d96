/** Reads `environment` and `build.args`, as a map or as a list, and the references in their values. */
import { entriesOf, itemsOf, type Located } from '../formats/located.ts'
import { isVariableName } from '../variables/classify-name.ts'
import { interpolate, type Reference } from './interpolate.ts'

export interface ComposeVariable {
  readonly key: string
  /** Null if the file leaves it to a person. */
  readonly value: string | null
  /** The original text. */
  readonly raw: string
  /** Its references as `${NAME}`, with defaults applied. Null if it can't have them, or if the file has no value. */
  readonly template: string | null
  readonly references: readonly Reference[]
  readonly line: number
}

export function readEnvironment(node: Located | undefined): ComposeVariable[] {
  const pairs: [string, string | null, number][] = []
  for (const [key, value, line] of entriesOf(node)) {
    if (value.kind === 'scalar') pairs.push([key, value.value === null ? null : value.text, line])
  }
  for (const item of itemsOf(node)) {
    if (item.kind !== 'scalar') continue
    const sign = item.text.indexOf('=')
    if (sign === -1) pairs.push([item.text, null, item.line])
    else pairs.push([item.text.slice(0, sign), item.text.slice(sign + 1), item.line])
  }
  return pairs.flatMap(([key, raw, line]) => {
    if (!isVariableName(key)) return []
    if (raw === null) return [{ key, value: null, raw: '', template: null, references: [], line }]
    const { text, template, references } = interpolate(raw)
    return [{ key, value: text, raw, template, references, line }]
  })
}
