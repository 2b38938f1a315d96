import { ensureLogins } from '../platform/database/logins.ts'
import type { Secret } from '../platform/secrets/secret.ts'

export interface LoginAddresses {
  readonly DATABASE_URL: Secret
  readonly DATABASE_API_URL?: Secret | undefined
  readonly DATABASE_WORKER_URL?: Secret | undefined
}

/** Creates separate logins for the API and the worker if they have database URLs of their own. */
export async function prepareLogins(settings: LoginAddresses): Promise<void> {
  const urls = [settings.DATABASE_API_URL, settings.DATABASE_WORKER_URL].filter((url) => url !== undefined)
  if (urls.length === 0) return
  const names = await ensureLogins(
    settings.DATABASE_URL.reveal(),
    urls.map((url) => url.reveal()),
  )
  console.log(`logins: ${names.join(', ')}`)
}
