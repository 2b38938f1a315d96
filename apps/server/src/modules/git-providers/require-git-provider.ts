/** What services of this and other modules share. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findGitProvider, type GitProviderRow } from './git-providers.repository.ts'

/** The provider, or 404. */
export async function requireGitProvider(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'git'>,
): Promise<GitProviderRow> {
  const row = await findGitProvider(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}
