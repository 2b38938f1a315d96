import { listVariables } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { formatWhen } from '../terminal/format.ts'

export const envList = defineCommand({
  path: 'env list',
  summary: "List an environment's variables. Secrets are masked.",
  options: environmentOption,
  async run(context, input) {
    const connection = await connect(context)
    const environment = await findEnvironment(context, connection, input.text('env'))
    const variables = await connection.client.call(listVariables, { id: environment.id })
    context.output.table(variables, {
      heads: ['KEY', 'VALUE', 'SCOPE', 'SERVICE', 'CHANGED'],
      rows: variables.items.map((each) => [
        each.key,
        each.value ?? { text: each.sealed ? 'sealed' : '••••••', style: 'dim' },
        each.expand ? `${each.scope}, with references` : each.scope,
        each.service ?? 'all',
        formatWhen(each.updatedAt),
      ]),
      empty: `${environment.label} has no variables. Add one: longshore env set KEY=VALUE`,
    })
    return 0
  },
})
