/** Secrets of a compose file that contain the password of one of its databases, for the apps that read the same file. */
import { partOf } from './database-logins.ts'
import type { ComposeDatabase } from './to-database.ts'

/** Templates by kind and name, such as `secret db_password`. */
export function passwordFiles(databases: readonly ComposeDatabase[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { service, name } of databases)
    for (const { key, raw } of service.environment) {
      if (!/(?:^|_)PASSWORD_FILE$/.test(key)) continue
      for (const use of service.fileUses)
        if (use.target === raw) found.set(`${use.kind} ${use.name}`, partOf({ name }, 'PASSWORD'))
    }
  return found
}
