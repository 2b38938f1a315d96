/**
 * Validates branch names and commit ids. Pure. Applies git's own rules and rejects names that could be read as an
 * option.
 */
import { failure } from './failures.ts'
import type { Ref } from './source.ts'

const maxBytes = 244
const forbidden = /[\p{Cc}\p{Zl}\p{Zp}\s~^:?*[\\]|\.\.|@\{|\/\/|\.$|^-/u

/** Requests always name a full ref or a full id, so that no name is ambiguous. */
export function toRefspec(ref: Ref, target: string): string {
  if ('commit' in ref) {
    if (!/^[0-9a-f]{40}$/.test(ref.commit)) throw failure('ref_invalid')
    return `+${ref.commit}:${target}`
  }
  if (ref.branch === 'HEAD') return `+HEAD:${target}`
  if (!isBranchName(ref.branch)) throw failure('ref_invalid')
  return `+refs/heads/${ref.branch}:${target}`
}

export function isBranchName(name: string): boolean {
  if (name === '' || name === '@' || Buffer.byteLength(name) > maxBytes || !name.isWellFormed()) return false
  if (forbidden.test(name)) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}
