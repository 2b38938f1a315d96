/** Parts of git-providers that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */

export type { GitClient, Listing } from '../../modules/git-providers/clients/git.client.ts'
export { createGitClient } from '../../modules/git-providers/clients/git-client-factory.client.ts'
export { createAppTokens } from '../../modules/git-providers/clients/github-app.client.ts'
export { ProviderError } from '../../modules/git-providers/clients/provider-error.client.ts'
export { createRateGate } from '../../modules/git-providers/clients/rate-gate.client.ts'
export { createSources } from '../../modules/git-providers/create-sources.remote.ts'
export type { ProviderKind } from '../../modules/git-providers/git-providers.schemas.ts'
export type { Sources } from '../../modules/git-providers/sources.remote.ts'
