/** The operator creates this link on the server. It allows its holder to create the first account without email. */
import { after, dayMs, systemClock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newToken } from '../../platform/secrets/token.ts'
import { insertSetupLink } from './codes.system-repository.ts'

export async function createSetupLink(database: Database): Promise<string> {
  const { token, hash } = newToken()
  await insertSetupLink(database.systemDb, hash, after(systemClock, dayMs))
  return token
}
