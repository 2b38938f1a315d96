/** A database of a compose file, and the variables of other services that refer to it. */
import { type DatabaseImage, isSupported, usualVariables } from '../databases/engines.ts'
import type { AnalyzedDatabase } from '../reading.ts'
import type { ComposeVariable } from './read-environment.ts'
import type { ComposeService } from './read-service.ts'

export interface ComposeDatabase {
  readonly service: ComposeService
  readonly image: DatabaseImage
  readonly name: string
}

export function toDatabase({ service, image, name }: ComposeDatabase, file: string): AnalyzedDatabase {
  const what = service.image === null ? `service ${service.name}` : `image: ${service.image}`
  return {
    engine: image.engine,
    name,
    version: image.version,
    variables: [],
    supported: isSupported(image.engine),
    confidence: 1,
    evidence: [{ claim: 'engine', file, line: service.imageLine ?? service.line, what: what.slice(0, 300) }],
  }
}

/**
 * The database that a variable of an app refers to: its value contains the host, or is the password of the database.
 */
export function databaseOf(variable: ComposeVariable, databases: readonly ComposeDatabase[]): string | null {
  for (const { service, image, name } of databases) {
    const hosts = [service.name, ...service.aliases.map((alias) => alias.name)]
    if (hosts.some((host) => namesHost(variable.raw, host))) return name
    const isGiven = variable.raw !== '' && service.environment.some(({ raw }) => raw === variable.raw)
    if (isGiven && usualVariables[image.engine].test(variable.key)) return name
  }
  return null
}

/** Matches `…@db:5432/app`, `redis://cache`, `db`, and `db:5432`, also in a list. */
function namesHost(value: string, host: string): boolean {
  return value.split(/[,;\s]/).some((part) => {
    const place = part.slice(Math.max(part.lastIndexOf('@') + 1, part.lastIndexOf('//') + 2, part.indexOf('=') + 1, 0))
    const name = /^[\w.-]+/.exec(place.startsWith('/') ? '' : place)?.[0]
    return name === host
  })
}
