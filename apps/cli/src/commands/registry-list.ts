import { listRegistries } from '@longshore/sdk/operations'
import { defineList } from '../define-list.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const registryList = defineList({
  path: 'registry list',
  summary: 'List registry credentials.',
  operation: listRegistries,
  heads: ['HOST', 'USERNAME', 'STATE', 'CHECKED'],
  row: (each) => [each.host, each.username, formatStatus(each.status), formatWhen(each.lastCheckedAt)],
  empty: 'No registry credentials yet. Add one: longshore registry add HOST --username NAME',
})
