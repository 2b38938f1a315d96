import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findGitProvider, type GitProviderRow } from './git-providers.repository.ts'

/** Returns the provider, or throws 404. */
export async function requireGitProvider(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'git'>,
): Promise<GitProviderRow> {
  const row = await findGitProvider(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}
