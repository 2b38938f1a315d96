import type { AppWarning } from '../app.ts'
import { entriesOf, type Located } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { type KeyRule, ruleOf } from './keys.ts'

export interface Place {
  readonly file: string
  readonly line: number
}

/** `where` names the owner of the key: `service web`. */
export function refuse(where: string, what: string, place: Place & { instead: string }): AppWarning {
  return warn('compose_key_refused', `${where}: ${what} isn't supported.`, place)
}

export function warn(code: string, message: string, place: Place & { instead: string | null }): AppWarning {
  return { code, message: clean(message), hint: place.instead, file: place.file, line: place.line }
}

/** One warning for each key that has no effect or is rejected. */
export function checkKeys(
  node: Located | undefined,
  rules: Readonly<Record<string, KeyRule>>,
  { where, file }: { where: string; file: string },
): AppWarning[] {
  return entriesOf(node).flatMap(([key, value, line]) => {
    const { verdict, instead } = ruleOf(rules, key)
    if (verdict === 'supported' || key.startsWith('x-') || isOff(value)) return []
    const place = { file, line, instead }
    if (verdict === 'refused') return [refuse(where, `"${key}"`, place)]
    return quiet.has(key) ? [] : [warn('compose_key_ignored', `${where}: "${key}" has no effect.`, place)]
  })
}

/** Keys that can be ignored without a warning. */
const quiet = new Set([
  'version',
  'name',
  'restart',
  'tty',
  'stdin_open',
  'init',
  'platform',
  'pull_policy',
  'attach',
  'annotations',
  'networks',
  'logging',
  'develop',
  'tags',
  'labels',
  'cache_from',
  'cache_to',
])

/** `privileged: false`, `cap_add: []`, and an empty value request nothing. */
function isOff(value: Located): boolean {
  if (value.kind === 'scalar') return value.value === false || value.value === null || value.text === 'false'
  return value.kind === 'list' ? value.items.length === 0 : value.entries.size === 0
}

/** Limits the text to one short line: it contains names from the repository. */
function clean(text: string): string {
  return onOneLine(text).slice(0, 500)
}
