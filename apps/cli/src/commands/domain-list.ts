import { listDomains } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const domainList = defineCommand({
  path: 'domain list',
  summary: 'List domains, their DNS status, and certificates.',
  async run(context) {
    const { client } = await connect(context)
    const items = await collectItems(client.items(listDomains))
    context.output.table(
      { items },
      {
        heads: ['HOSTNAME', 'STATE', 'LEADS', 'CERTIFICATE', 'CHECKED', 'PROBLEM'],
        rows: items.map((each) => [
          each.unicodeHostname,
          formatStatus(each.status),
          each.routing.replaceAll('_', ' '),
          formatStatus(each.certificate.status),
          formatWhen(each.lastCheckedAt),
          each.error?.title ?? '',
        ]),
        empty: 'No domains yet. Attach one: longshore domain add app.example.com',
      },
    )
    return 0
  },
})
