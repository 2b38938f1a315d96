/** Made by the operator on the machine itself: whoever holds it may create the first account without mail. */
import { after, dayMs, systemClock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newToken } from '../../platform/secrets/token.ts'
import { insertSetupLink } from './codes.system-repository.ts'

export async function createSetupLink(database: Database): Promise<string> {
  const { token, hash } = newToken()
  await insertSetupLink(database.systemDb, hash, after(systemClock, dayMs))
  return token
}
