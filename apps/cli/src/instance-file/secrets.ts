/** Secrets of a file: they come from environment variables of the process and never from arguments. */
import { isSecretReference } from './instance-file.ts'

/** Names of all environment variables that the value refers to, in order, each once. */
export function listSecrets(value: unknown): string[] {
  if (isSecretReference(value)) return [value.fromEnvironment]
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(listSecrets))]
}

export interface Secrets {
  has(name: string): boolean
  /** Replaces references with their values. Fields in `optional` are left out if they have no value. */
  resolve(value: unknown, optional?: readonly string[]): unknown
  /** Names without a value that a request with this content needs. */
  missingIn(value: unknown, optional?: readonly string[]): string[]
}

export function createSecrets(environment: Readonly<Record<string, string | undefined>>): Secrets {
  const has = (name: string) => (environment[name] ?? '') !== ''
  const isLeftOut = (value: unknown) => isSecretReference(value) && !has(value.fromEnvironment)
  const fieldsOf = (value: object, optional: readonly string[]) =>
    Object.entries(value).filter(([name, each]) => !(optional.includes(name) && isLeftOut(each)))
  const resolve = (value: unknown, optional: readonly string[] = []): unknown => {
    if (isSecretReference(value)) return environment[value.fromEnvironment]
    if (Array.isArray(value)) return value.map((each) => resolve(each, optional))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(fieldsOf(value, optional).map(([name, each]) => [name, resolve(each, optional)]))
  }
  const missingIn = (value: unknown, optional: readonly string[] = []): string[] => {
    if (isSecretReference(value)) return has(value.fromEnvironment) ? [] : [value.fromEnvironment]
    if (Array.isArray(value)) return value.flatMap((each) => missingIn(each, optional))
    if (typeof value !== 'object' || value === null) return []
    return fieldsOf(value, optional).flatMap(([, each]) => missingIn(each, optional))
  }
  return { has, resolve, missingIn }
}
