/** File modes as octal text: `mode: 0440` in YAML, or `mode=1777` in an option. */
import { at, type Located, textAt } from '../formats/located.ts'

/** Null if it isn't a mode. */
export function parseMode(text: string): string | null {
  const digits = /^0?o?([0-7]{3,4})$/.exec(text)?.[1]
  return digits?.padStart(4, '0') ?? null
}

/** Compose takes a number without a leading zero as decimal. */
export function modeAt(node: Located | undefined, key: string): string | null {
  const value = at(node, key)
  const text = textAt(node, key)
  if (value?.kind !== 'scalar' || text === null) return null
  const isDecimal = typeof value.value === 'number' && /^[1-9]\d*$/.test(text)
  return isDecimal ? parseMode(Number(text).toString(8).padStart(4, '0')) : parseMode(text)
}
