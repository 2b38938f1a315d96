/** All user accounts of the instance, for operators. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Page, type PageQuery, toPage } from '../../../platform/pagination/page.schemas.ts'
import { createOperatorTest, type OperatorSettings } from '../operators.query.ts'
import { requireOperator } from '../require-operator.query.ts'
import type { InstanceUser } from './instance-users.schemas.ts'
import { listLastSignIns, listOrganizationsOf, listUsers } from './instance-users.system-repository.ts'

export interface InstanceUsersService {
  list(actor: Actor, page: PageQuery): Promise<Page<InstanceUser>>
}

export function createInstanceUsersService(options: {
  database: Database
  operators: OperatorSettings
}): InstanceUsersService {
  const { database, operators } = options
  return {
    async list(actor, { cursor, limit }) {
      await requireOperator(database, actor, operators)
      const db = database.systemDb
      const page = toPage(await listUsers(db, { before: cursor, limit }), limit)
      const ids = page.items.map(({ id }) => id)
      const [organizations, signIns, isOperator] = await Promise.all([
        listOrganizationsOf(db, ids),
        listLastSignIns(db, ids),
        createOperatorTest(db, operators),
      ])
      const items = page.items.map(({ emailKey, ...user }): InstanceUser => {
        const own = organizations.filter(({ userId }) => userId === user.id)
        return {
          ...user,
          isOperator: isOperator({ emailKey, isEmailVerified: user.isEmailVerified, organizations: own }),
          organizations: own.map(({ id, name, role }) => ({ id, name, role })),
          lastSignInAt: signIns.find(({ userId }) => userId === user.id)?.lastSignInAt ?? null,
        }
      })
      return { items, nextCursor: page.nextCursor }
    },
  }
}
