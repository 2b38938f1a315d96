/** Worker side of reveal. It also rejects sealed variables, because it doesn't rely on the API for that. */
import type { Database } from '../../../platform/database/database.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { SecretReleases } from '../../audit/index.ts'
import { databaseFacts } from '../database-access.policy.ts'
import { encryptTo } from '../encrypt-to.crypto.ts'
import { environmentProblems } from '../environments.problems.ts'
import { createOpenSecrets, openVariable } from '../open-secrets.crypto.ts'
import { isDatabaseKind } from '../service-kinds.schemas.ts'
import { findService } from '../services.repository.ts'
import { ServiceConfiguration } from '../services.schemas.ts'
import { findVariableVersions } from '../variables.repository.ts'
import { revealCredential, revealVariable } from './reveal.definition.ts'

export function createRevealCalls(options: {
  database: Database
  unsealer: Unsealer
  releases?: SecretReleases
}): LinkHandler[] {
  const { database, unsealer } = options
  const secrets = createOpenSecrets(options)
  const releases = options.releases ?? new SecretReleases(database)
  return [
    handleCall(revealVariable, async ({ variableId, recipient }, context) => {
      const organizationId = required(context.organizationId)
      const [row] = await database.tenant(organizationId, (tx) =>
        findVariableVersions(tx, organizationId, [variableId]),
      )
      if (row === undefined) throw notFound()
      if (row.is_sealed) throw new AppError(environmentProblems.variable_sealed)
      const { actorId } = context
      await releases.record(organizationId, { targetKind: 'variable', targetId: variableId, actorId, recipient })
      const { value } = await openVariable(unsealer, organizationId, row)
      return { ciphertext: await encryptTo(recipient, value.reveal()) }
    }),
    handleCall(revealCredential, async ({ serviceId, recipient }, context) => {
      const organizationId = required(context.organizationId)
      const service = await database.tenant(organizationId, (tx) => findService(tx, organizationId, serviceId))
      if (service === undefined || !isDatabaseKind(service.kind)) throw notFound()
      const { username, databaseName, password } = await secrets.openCredentials(organizationId, serviceId)
      const { actorId } = context
      await releases.record(organizationId, { targetKind: 'service', targetId: serviceId, actorId, recipient })
      const { name, kind } = service
      const { loopbackPort } = ServiceConfiguration.parse(service.configuration)
      const login = { username, databaseName, password: password.reveal() }
      const facts = databaseFacts({ name, kind, loopbackPort }, login)
      return { ciphertext: await encryptTo(recipient, JSON.stringify(facts)) }
    }),
  ]
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new RefusedError('invalid_arguments')
  return value
}
