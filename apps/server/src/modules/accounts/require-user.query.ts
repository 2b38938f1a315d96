import type { UserActor } from '../../platform/access/actor.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { AccountContext } from './account-context.service.ts'
import { findUser, type UserRow } from './users.system-repository.ts'

export async function requireUser(account: AccountContext, actor: UserActor): Promise<UserRow> {
  const user = await findUser(account.database.systemDb, actor.userId)
  if (user === undefined) throw notFound()
  return user
}
