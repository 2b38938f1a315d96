/** Warns about services that connect to a managed Redis without its password, which it always requires. */
import type { AppWarning } from '../app.ts'
import type { AnalyzedVariable } from '../reading.ts'
import { note } from './compose-warning.ts'
import { type DatabaseLogin, partOf } from './database-logins.ts'
import type { ComposeService } from './read-service.ts'
import { namesHost } from './replace-logins.ts'

interface Place {
  readonly variables: readonly AnalyzedVariable[]
  readonly named: ReadonlySet<DatabaseLogin>
  readonly context: { readonly file: string; readonly warnings: AppWarning[] }
}

export function warnAboutPasswords(service: ComposeService, { variables, named, context }: Place): void {
  for (const login of named) {
    if (login.engine !== 'redis') continue
    const password = partOf(login, 'PASSWORD')
    const hasPassword = variables.some(
      ({ template, providedBy }) => template?.includes(password) === true || providedBy === login.name,
    )
    if (hasPassword) continue
    const host = service.environment.find(({ raw }) => namesHost(raw, login))
    const wanted = host === undefined ? 'REDIS_PASSWORD' : host.key.replace(/HOST(?:NAME)?$/, () => 'PASSWORD')
    const key = wanted === host?.key ? 'REDIS_PASSWORD' : wanted
    note(
      { where: `service ${service.name.slice(0, 80)}`, file: context.file, warnings: context.warnings },
      'compose_database_password',
      {
        message: `The managed Redis ${login.name} requires a password, and no variable contains it.`,
        line: host?.line ?? service.line,
        instead: `Set the variable from which the app reads the password, such as ${key}, to ${password}.`,
      },
    )
  }
}
