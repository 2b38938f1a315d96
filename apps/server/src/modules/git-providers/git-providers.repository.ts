/** The only file that names `git_providers` inside an organization. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { GitProviders } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ProviderKind, ProviderProblem, ProviderStatus } from './git-providers.schemas.ts'
import type { GithubApp } from './github-app.schemas.ts'

type Columns = Selectable<GitProviders>

interface Narrow {
  kind: ProviderKind
  auth: 'token' | 'app'
  status: ProviderStatus
  problem: ProviderProblem | null
  app: GithubApp | null
}

export type GitProviderRow = Omit<Columns, 'id' | 'organization_id' | keyof Narrow> &
  Narrow & { id: Id<'git'>; organization_id: OrganizationId }

export interface NewGitProvider {
  id: Id<'git'>
  kind: ProviderKind
  baseUrl: string
  accountId: string
  accountLogin: string
  username: string | null
  scopes: readonly string[]
  missingScopes: readonly string[]
  credential: { sealedToken: string } | { app: GithubApp; sealedAppKey: string }
}

export async function insertGitProvider(
  tx: Tx,
  organizationId: OrganizationId,
  provider: NewGitProvider,
): Promise<void> {
  const { credential } = provider
  await tx
    .insertInto('git_providers')
    .values({
      id: provider.id,
      organization_id: organizationId,
      kind: provider.kind,
      base_url: provider.baseUrl,
      account_id: provider.accountId,
      account_login: provider.accountLogin,
      username: provider.username,
      scopes: [...provider.scopes],
      missing_scopes: [...provider.missingScopes],
      ...('app' in credential
        ? { auth: 'app', app: JSON.stringify(credential.app), sealed_app_key: credential.sealedAppKey }
        : { auth: 'token', sealed_token: credential.sealedToken }),
    })
    .execute()
}

/** Stores a new token for a known account. */
export async function replaceToken(
  tx: Tx,
  organizationId: OrganizationId,
  provider: Pick<NewGitProvider, 'id' | 'accountLogin' | 'username' | 'scopes' | 'missingScopes'> & {
    sealedToken: string
  },
): Promise<void> {
  await tx
    .updateTable('git_providers')
    .set({
      account_login: provider.accountLogin,
      username: provider.username,
      scopes: [...provider.scopes],
      missing_scopes: [...provider.missingScopes],
      sealed_token: provider.sealedToken,
      status: 'connected',
      problem: null,
      generation: sql`generation + 1`,
      version: sql`version + 1`,
      last_checked_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', provider.id)
    .execute()
}

export interface ProviderCheck {
  id: Id<'git'>
  /** Generation of the tested credential: the result doesn't apply to a newer one. */
  generation: number
  status: ProviderStatus
  problem: ProviderProblem | null
  account?: { login: string; scopes: readonly string[]; missingScopes: readonly string[] }
  app?: GithubApp
}

/** Returns false if the credential was replaced or removed meanwhile. */
export async function saveCheck(tx: Tx, organizationId: OrganizationId, check: ProviderCheck): Promise<boolean> {
  const row = await tx
    .updateTable('git_providers')
    .set({
      status: check.status,
      problem: check.problem === null ? null : JSON.stringify(check.problem),
      ...(check.account === undefined
        ? {}
        : {
            account_login: check.account.login,
            scopes: [...check.account.scopes],
            missing_scopes: [...check.account.missingScopes],
          }),
      ...(check.app === undefined ? {} : { app: JSON.stringify(check.app) }),
      last_checked_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', check.id)
    .where('generation', '=', check.generation)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findGitProvider(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'git'>,
): Promise<GitProviderRow | undefined> {
  const row = await selectProviders(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row
}

/** Serializes changes to a provider. */
export async function lockGitProvider(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'git'>,
): Promise<GitProviderRow | undefined> {
  const row = await selectProviders(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row
}

export async function lockGitAccount(
  tx: Tx,
  organizationId: OrganizationId,
  account: { kind: ProviderKind; baseUrl: string; auth: 'token' | 'app'; accountId: string },
): Promise<GitProviderRow | undefined> {
  const row = await selectProviders(tx, organizationId)
    .where('kind', '=', account.kind)
    .where('base_url', '=', account.baseUrl)
    .where('auth', '=', account.auth)
    .where('account_id', '=', account.accountId)
    .forUpdate()
    .executeTakeFirst()
  return row
}

export async function listGitProviders(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before?: string | undefined; limit: number },
): Promise<GitProviderRow[]> {
  const query = selectProviders(tx, organizationId)
  const rows = await query.$call(newestFirst(page)).execute()
  return rows
}

export async function countGitProviders(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('git_providers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

function selectProviders(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('git_providers').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
