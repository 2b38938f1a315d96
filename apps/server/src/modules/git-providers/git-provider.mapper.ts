/** Maps rows to API responses. */
import type { GitProviderRow } from './git-providers.repository.ts'
import type { GitProvider } from './git-providers.schemas.ts'

export function toGitProvider(row: GitProviderRow): GitProvider {
  return {
    id: row.id,
    kind: row.kind,
    auth: row.auth,
    baseUrl: row.base_url,
    accountLogin: row.account_login,
    username: row.username,
    scopes: row.scopes,
    missingScopes: row.missing_scopes,
    status: row.status,
    problem: row.problem,
    installUrl: row.app === null ? null : `${appsUrl(row.base_url)}/${row.app.slug}/installations/new`,
    lastCheckedAt: row.last_checked_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** GitHub Enterprise Server has apps under a different path than github.com. */
function appsUrl(baseUrl: string): string {
  return `${baseUrl}/${baseUrl === 'https://github.com' ? 'apps' : 'github-apps'}`
}
