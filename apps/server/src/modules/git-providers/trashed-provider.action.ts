import { requireQuota } from '../organizations/index.ts'
import { subjectOf, type TrashHandler } from '../trash/index.ts'
import { publishProviderUpdated } from './git-providers.events.ts'
import { countGitProviders } from './git-providers.repository.ts'

export const trashedProviders: TrashHandler = {
  async prepare(tx, organizationId) {
    await requireQuota(tx, organizationId, { name: 'gitProviders', count: () => countGitProviders(tx, organizationId) })
    return {}
  },
  announce: (tx, organizationId, item) =>
    publishProviderUpdated(tx, organizationId, { id: subjectOf(item, 'git'), action: 'restored' }),
}
