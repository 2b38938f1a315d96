import type { AppWarning } from '../app.ts'
import { entriesOf, type Located } from '../formats/located.ts'
import { onOneLine } from '../formats/one-line.ts'
import { type KeyRules, ruleOf } from './key-rules.ts'

export interface Place {
  readonly file: string
  readonly line: number
}

/** Collects the warnings about one part of a file. `where` names the part: `service web`. */
export interface Notes {
  readonly where: string
  readonly file: string
  readonly warnings: AppWarning[]
}

/** `where` names the owner of the key: `service web`. */
export function refuse(where: string, what: string, place: Place & { instead: string }): AppWarning {
  return warn('compose_key_refused', `${where}: ${what} isn't supported.`, place)
}

export function warn(code: string, message: string, place: Place & { instead: string | null }): AppWarning {
  return { code, message: clean(message), hint: place.instead, file: place.file, line: place.line }
}

/** Adds a warning about the part. The message starts with its name. */
export function note(
  { where, file, warnings }: Notes,
  code: NoteCode,
  { message, line, instead }: { message: string; line: number; instead: string | null },
): void {
  warnings.push(warn(code, `${where}: ${message}`, { file, line, instead }))
}

export type NoteCode =
  | 'compose_key_refused'
  | 'compose_needs_allowance'
  | 'compose_key_mapped'
  | 'compose_key_ignored'
  | 'compose_value_changed'
  | 'compose_value_invalid'
  | 'compose_reference_kept'
  | 'compose_command_cut'
  | 'compose_alias_taken'
  | 'compose_folder_as_volume'
  | 'compose_file_as_variable'
  | 'compose_file_changes_lost'
  | 'compose_database_as_service'
  | 'compose_database_option'
  | 'compose_database_password'
  | 'compose_port_raw'
  | 'compose_route_changed'
  | 'secret_committed'

/** Notes about a section of the part: `service web: deploy`. */
export function below(notes: Notes, part: string): Notes {
  return { ...notes, where: `${notes.where}: ${part}` }
}

export function checkKeysIn(notes: Notes, node: Located | undefined, rules: KeyRules): void {
  notes.warnings.push(...checkKeys(node, rules, notes))
}

/** One warning for each key that has another form, has no effect, or is rejected. */
export function checkKeys(
  node: Located | undefined,
  rules: KeyRules,
  { where, file }: { where: string; file: string },
): AppWarning[] {
  return entriesOf(node).flatMap(([name, value, line]) => {
    const key = name.slice(0, 80)
    const { verdict, instead, isQuiet } = ruleOf(rules, name)
    if (verdict === 'supported' || isQuiet === true || isOff(value) || isGiven(name, value)) return []
    const place = { file, line, instead }
    if (verdict === 'refused') return [refuse(where, `"${key}"`, place)]
    return verdict === 'mapped'
      ? [warn('compose_key_mapped', `${where}: "${key}" is kept in another form.`, place)]
      : [warn('compose_key_ignored', `${where}: "${key}" has no effect.`, place)]
  })
}

/** `privileged: false`, `cap_add: []`, and an empty value request nothing. */
function isOff(value: Located): boolean {
  if (value.kind === 'scalar') return value.value === false || value.value === null || value.text === 'false'
  return value.kind === 'list' ? value.items.length === 0 : value.entries.size === 0
}

/** Every container has these. */
export function isGivenCapability(name: string): boolean {
  return /^(?:CAP_)?(?:CHOWN|DAC_OVERRIDE|FOWNER|KILL|NET_BIND_SERVICE|SETGID|SETUID)$/i.test(name)
}

/** Every container has these anyway. */
const given: Readonly<Record<string, RegExp>> = {
  security_opt: /^no-new-privileges(?:[:=]true)?$/,
}

function isGiven(key: string, value: Located): boolean {
  const pattern = given[key]
  if (pattern === undefined || value.kind !== 'list') return false
  return value.items.every((item) => item.kind === 'scalar' && pattern.test(item.text))
}

/** Limits the text to one short line: it contains names from the repository. */
function clean(text: string): string {
  return onOneLine(text).slice(0, 500)
}
