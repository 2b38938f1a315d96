import { listConnectors } from '@longshore/sdk/operations'
import { defineList } from '../define-list.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const channelList = defineList({
  path: 'channel list',
  summary: 'List notification channels.',
  operation: listConnectors,
  heads: ['NAME', 'KIND', 'STATE', 'LAST SENT', 'PROBLEM'],
  row: (each) => [
    each.name,
    each.kind,
    formatStatus(each.status),
    formatWhen(each.lastDelivery?.createdAt),
    each.reason ?? '',
  ],
  empty: 'No notification channels yet. Create one: longshore channel create NAME --kind email --to EMAIL',
})
