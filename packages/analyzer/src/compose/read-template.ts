/** Turns the value of a compose variable into plain text, or into a template with references to other variables. */
import { isSecretName } from '../variables/secret-name.ts'
import type { DatabaseLogin } from './database-logins.ts'
import { offeredNames } from './database-logins.ts'
import type { ComposeVariable } from './read-environment.ts'
import { replaceLogins } from './replace-logins.ts'

interface Place {
  readonly scope: 'build' | 'runtime'
  readonly logins: readonly DatabaseLogin[]
  readonly named: ReadonlySet<DatabaseLogin>
}

interface ReadValue {
  /** The value without references. Null if a person has to set it, or if it has references. */
  readonly text: string | null
  readonly template: string | null
}

const maxLength = 4_000

/** References of a build stay with the person, because builds get no references. */
export function readTemplate(variable: ComposeVariable, { scope, logins, named }: Place): ReadValue {
  const { key, value, template: stated } = variable
  if (scope === 'build' || stated === null || stated.length >= maxLength) return { text: value, template: null }
  const template = replaceLogins({ key, text: stated }, logins, (login) => named.has(login))
  const names = namesIn(template)
  if (names.length === 0) return { text: value === null ? null : template.replaceAll('$$', () => '$'), template: null }
  const isOwn = names.includes(key) && !logins.some((login) => offeredNames(login).includes(key))
  if (isOwn || template.length >= maxLength || hasLiteralSecret(key, template)) return { text: null, template: null }
  return { text: null, template }
}

/** Names in a template, each once. */
export function namesIn(template: string): string[] {
  const found = new Set<string>()
  for (let at = template.indexOf('$'); at >= 0; at = template.indexOf('$', at + 2)) {
    if (template[at + 1] !== '{') continue
    const end = template.indexOf('}', at)
    if (end > at) found.add(template.slice(at + 2, end))
  }
  return [...found]
}

/** A secret in the text next to the references. Templates are shown, so a person has to set such a value. */
function hasLiteralSecret(key: string, template: string): boolean {
  if (template.trimStart().startsWith('-----BEGIN ')) return true
  const text = template.replaceAll(reference, '')
  if (text.includes('://')) return /:\/\/[^/\s:@]*:[^/\s@]+@/.test(text)
  if (text.includes('@')) return /^[^:@]*:[^@]+@/.test(text)
  if (/[;\s=]/.test(text)) return statedPassword.test(template.replaceAll(reference, () => '$'))
  return isSecretName(key) && /\w/.test(text)
}

const reference = /\$\{\w{1,128}\}/g
/** A dollar sign stands for a reference. */
const statedPassword = /(?:password|passwd|pwd|pass|secret|token|key)\s{0,3}=\s{0,3}["']?\$?[^\s;"'$]/i
