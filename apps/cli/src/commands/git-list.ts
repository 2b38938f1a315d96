import { listGitProviders } from '@longshore/sdk/operations'
import { defineList } from '../define-list.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const gitList = defineList({
  path: 'git list',
  summary: 'List connected Git providers.',
  operation: listGitProviders,
  heads: ['KIND', 'ACCOUNT', 'URL', 'STATE', 'CHECKED', 'PROBLEM'],
  row: (each) => [
    each.kind,
    each.accountLogin,
    each.baseUrl,
    formatStatus(each.status),
    formatWhen(each.lastCheckedAt),
    each.problem?.title ?? '',
  ],
  empty: 'No Git provider is connected. Connect one: longshore git connect github',
})
