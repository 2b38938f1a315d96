/** One user with as many sessions as there are clients, so that the re-check of open streams has something to read. */
import { randomUUID } from 'node:crypto'
import { createDatabase } from '../../apps/server/src/platform/database/database.ts'

export async function insertSessions(url: string, ids: string[]): Promise<void> {
  await using database = createDatabase({ url, poolSize: 1, applicationName: 'bench' })
  const userId = randomUUID()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await database.system(async (tx) => {
    await tx
      .insertInto('users')
      .values({ id: userId, email: 'a@example.com', email_key: 'a@example.com', password_hash: '' })
      .execute()
    for (let start = 0; start < ids.length; start += 5_000) {
      const rows = ids.slice(start, start + 5_000).map((id) => ({ id, user_id: userId, expires_at: expiresAt }))
      await tx.insertInto('sessions').values(rows).execute()
    }
  })
}
