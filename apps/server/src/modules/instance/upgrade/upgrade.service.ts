/** Upgrades for operators. The machine itself upgrades; the API only asks for it. */
import type { Actor } from '../../../platform/access/actor.ts'
import { type Clock, systemClock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { requireRecentSignIn } from '../../accounts/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { OperatorSettings } from '../operators.query.ts'
import { requireOperator } from '../require-operator.query.ts'
import { readUpgrade, requestUpgrade } from './upgrade.definition.ts'
import type { InstanceUpgrade, UpgradeRun } from './upgrade.schemas.ts'

const deadlineMs = 15_000

export interface UpgradeService {
  read(actor: Actor): Promise<InstanceUpgrade>
  request(actor: Actor): Promise<UpgradeRun>
}

export interface UpgradeOptions {
  database: Database
  link: Pick<LinkClient, 'call'>
  operators: OperatorSettings
  clock?: Clock
}

export function createUpgradeService({
  database,
  link,
  operators,
  clock = systemClock,
}: UpgradeOptions): UpgradeService {
  return {
    async read(actor) {
      await requireOperator(database, actor, operators)
      return await link.call(readUpgrade, {}, { organizationId: null, deadlineMs })
    },
    async request(actor) {
      await requireOperator(database, actor, operators)
      requireRecentSignIn(clock, actor)
      // Before the request: once it's made, the machine can stop the API at any moment.
      await database.tenant(actor.organizationId, (tx) =>
        recordAudit(tx, actor, {
          action: 'instance.upgrade_requested',
          targetKind: 'organization',
          targetId: actor.organizationId,
        }),
      )
      return await link.call(requestUpgrade, {}, { organizationId: null, actorId: actor.userId, deadlineMs })
    },
  }
}
