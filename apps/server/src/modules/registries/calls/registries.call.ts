/** Worker side of the calls about registries. */
import type { Database } from '../../../platform/database/database.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { registryProblems } from '../registries.problems.ts'
import { findRegistry } from '../registries.repository.ts'
import { logIn } from '../registry-login.client.ts'
import { registryPassword } from '../registry-password.crypto.ts'
import { checkRegistry, tryAccount } from './registries.definition.ts'

export interface RegistryCallsOptions {
  database: Database
  unsealer: Unsealer
  outbound: Outbound
}

export function createRegistryCalls({ database, unsealer, outbound }: RegistryCallsOptions): LinkHandler[] {
  return [
    handleCall(tryAccount, async (account, { organizationId, signal }) => {
      const scope = `${required(organizationId)} registry ${account.host}`
      await logIn(account, { outbound, scope, signal })
      return null
    }),
    handleCall(checkRegistry, async ({ registryId }, context) => {
      const organizationId = required(context.organizationId)
      const row = await database.tenant(organizationId, (tx) => findRegistry(tx, organizationId, registryId))
      if (row === undefined) throw notFound()
      const password = await unsealer.unseal(contextOf(registryPassword, row.id, organizationId), row.sealed_password)
      const scope = `${organizationId} registry ${row.host}`
      try {
        await logIn({ host: row.host, username: row.username, password }, { outbound, scope, signal: context.signal })
        return { isAccepted: true }
      } catch (error) {
        if (!(error instanceof AppError) || error.problem.code !== registryProblems.registry_refused.code) throw error
        return { isAccepted: false }
      }
    }),
  ]
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new RefusedError('invalid_arguments')
  return value
}
