import { getEnvironment, listJobs } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findService } from '../connection/find-service.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const jobList = defineCommand({
  path: 'job list',
  summary: 'List runs of cron services, newest first.',
  options: {
    ...environmentOption,
    service: { type: 'string', short: 's', value: 'NAME', summary: 'Only this service.' },
  },
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const asked = input.text('service')
    const { services } = await client.call(getEnvironment, { id })
    const serviceId = asked === undefined ? undefined : findService(services, asked).id
    const { items } = await client.call(listJobs, { id, serviceId })
    context.output.table(
      { items },
      {
        heads: ['SERVICE', 'STATE', 'STARTED', 'FINISHED', 'PROBLEM'],
        rows: items.map((each) => [
          each.serviceName,
          formatStatus(each.status),
          formatWhen(each.startedAt ?? each.createdAt),
          formatWhen(each.finishedAt),
          each.error?.message ?? '',
        ]),
        empty: 'No runs yet. Add a cron service: longshore service add NAME --kind cron --schedule "0 3 * * *"',
      },
    )
    return 0
  },
})
