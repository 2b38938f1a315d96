/** Checks of one app: a page that only it has, and how to write and read its own data. */
import type { Visitor } from './visitor.ts'

export interface AppCheck {
  readonly template: string
  /** Values of inputs that the check has to know. All others get their default or a generated value. */
  readonly inputs?: Readonly<Record<string, string>>
  /** A page that only this app has. */
  readonly page: {
    readonly path: string
    readonly contains: RegExp
    readonly headers?: Readonly<Record<string, string>>
  }
  /** Adds a record with this name, as a user of the app does. */
  write(app: Visitor, name: string): Promise<void>
  /** The names of all records that the suite added, sorted. */
  read(app: Visitor): Promise<string[]>
}

export const adminPassword = 'Catalog-suite-2026'

/** The records of the suite in any text that the app responds with, each once. */
export function recordsIn(text: string): string[] {
  return [...new Set(text.match(/record-(?:kept|lost)/g))].sort()
}

/** A value inside a JSON response, which the app's API documents. */
export function textAt(value: unknown, ...keys: readonly string[]): string {
  const found = keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
  if (typeof found !== 'string') throw new Error(`the response has no text at ${keys.join('.')}`)
  return found
}
