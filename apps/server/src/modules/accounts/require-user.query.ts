import type { UserActor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { findUser, type UserRow } from './users.system-repository.ts'

export async function requireUser({ database }: { database: Database }, actor: UserActor): Promise<UserRow> {
  const user = await findUser(database.systemDb, actor.userId)
  if (user === undefined) throw notFound()
  return user
}
