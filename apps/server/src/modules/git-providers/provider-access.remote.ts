/**
 * The worker's access to a connection: loads the row, opens the sealed credential for one use, and records when the
 * provider no longer accepts it.
 */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { Account, Call, GitClient } from './clients/git.client.ts'
import { type ClientParts, createGitClient, type ProviderCredential } from './clients/git-client-factory.client.ts'
import { ProviderError } from './clients/provider-error.client.ts'
import { publishProviderUpdated } from './git-providers.events.ts'
import { gitProviderProblems } from './git-providers.problems.ts'
import {
  findGitProvider,
  type GitProviderRow,
  lockGitProvider,
  type ProviderCheck,
  saveCheck,
} from './git-providers.repository.ts'
import { providerAppKey, providerToken } from './provider-credentials.crypto.ts'
import { storedProblem, toProblem } from './provider-problem.client.ts'

export interface ProviderAccess {
  /** Throws `AppError`. */
  use<Result>(
    organizationId: OrganizationId,
    providerId: Id<'git'>,
    work: (client: GitClient, row: GitProviderRow) => Promise<Result>,
  ): Promise<Result>
  /** Same for a row that was just read. Throws `ProviderError`. */
  useRow<Result>(row: GitProviderRow, work: (client: GitClient) => Promise<Result>): Promise<Result>
  /** Asks the provider for the account and stores the result. */
  check(organizationId: OrganizationId, providerId: Id<'git'>, call: Call): Promise<void>
}

export interface AccessOptions extends ClientParts {
  database: Database
  unsealer: Unsealer
}

export function createProviderAccess(options: AccessOptions): ProviderAccess {
  const { database, unsealer } = options
  const useRow: ProviderAccess['useRow'] = async (row, work) => {
    const client = await openClient(options, row, unsealer)
    try {
      const result = await work(client)
      if (row.status === 'invalid') await record(database, row, { status: 'connected', problem: null })
      return result
    } catch (error) {
      if (isRefusal(error)) await recordRefusal(database, row)
      throw error
    }
  }
  const load = async (organizationId: OrganizationId, providerId: Id<'git'>) => {
    const row = await database.tenant(organizationId, (tx) => findGitProvider(tx, organizationId, providerId))
    if (row === undefined) throw notFound()
    return row
  }
  return {
    useRow,
    async use(organizationId, providerId, work) {
      const row = await load(organizationId, providerId)
      return await useRow(row, (client) => work(client, row)).catch((error: unknown) => {
        throw toProblem(error)
      })
    },
    async check(organizationId, providerId, call) {
      const row = await load(organizationId, providerId)
      try {
        const client = await openClient(options, row, unsealer)
        await record(database, row, evaluateAccount(row, await client.whoAmI(call)))
      } catch (error) {
        if (!isRefusal(error)) throw toProblem(error)
        await recordRefusal(database, row)
      }
    },
  }
}

async function openClient(parts: ClientParts, row: GitProviderRow, unsealer: Unsealer): Promise<GitClient> {
  const { kind, base_url: baseUrl } = row
  const scope = `${row.organization_id} ${row.id}.${row.generation}`
  return createGitClient(parts, { kind, baseUrl, credential: await openCredential(row, unsealer), scope })
}

async function openCredential(row: GitProviderRow, unsealer: Unsealer): Promise<ProviderCredential> {
  if (row.sealed_token !== null) {
    const context = contextOf(providerToken, row.id, row.organization_id)
    return { token: await unsealer.unseal(context, row.sealed_token), username: row.username }
  }
  if (row.app === null || row.sealed_app_key === null) throw new AppError(gitProviderProblems.provider_token_invalid)
  const context = contextOf(providerAppKey, row.id, row.organization_id)
  return { app: row.app, key: await unsealer.unseal(context, row.sealed_app_key) }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProviderError && error.failure === 'unauthorized'
}

type CheckResult = Pick<ProviderCheck, 'status' | 'problem' | 'account' | 'app'>

/** A token that now belongs to another account is no longer the same credential. */
function evaluateAccount(row: GitProviderRow, account: Account): CheckResult {
  if (account.id !== row.account_id)
    return { status: 'invalid', problem: storedProblem(gitProviderProblems.provider_token_invalid) }
  const { installationId } = account
  const app = row.app === null || installationId === undefined ? {} : { app: { ...row.app, installationId } }
  return { status: 'connected', problem: null, account, ...app }
}

async function recordRefusal(database: Database, row: GitProviderRow): Promise<void> {
  const problem = storedProblem(gitProviderProblems.provider_token_invalid)
  await record(database, row, { status: 'invalid', problem })
}

async function record(database: Database, row: GitProviderRow, result: CheckResult): Promise<void> {
  const { id, generation, organization_id: organizationId } = row
  await database.tenant(organizationId, async (tx) => {
    const before = await lockGitProvider(tx, organizationId, id)
    const isOurs = await saveCheck(tx, organizationId, { id, generation, ...result })
    if (!isOurs || result.status === before?.status) return
    await publishProviderUpdated(tx, organizationId, {
      id,
      action: result.status,
      detail: { status: result.status },
    })
  })
}
