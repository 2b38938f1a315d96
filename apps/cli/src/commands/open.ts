/** Opens a page in the browser, or prints its URL if there is none. */
import { getEnvironment } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { pageOf } from '../deployments/follow.ts'
import { CliError } from '../exit-codes.ts'
import { openBrowser } from '../terminal/open-browser.ts'

export const open = defineCommand({
  path: 'open',
  summary: 'Open the app or its dashboard page.',
  options: {
    ...environmentOption,
    dashboard: { type: 'boolean', short: 'd', summary: 'Open the environment in the dashboard.' },
    print: { type: 'boolean', short: 'p', summary: 'Only print the URL.' },
  },
  async run(context, input) {
    const connection = await connect(context)
    const target = await findEnvironment(context, connection, input.text('env'))
    const address = input.flag('dashboard')
      ? pageOf(connection.url, target.id)
      : (await connection.client.call(getEnvironment, { id: target.id })).domains[0]?.url
    if (address === undefined)
      throw new CliError(
        'notFound',
        `${target.label} has no URL yet.`,
        'Deploy it, or attach a domain: longshore domain add',
      )
    // Only HTTP URLs: other schemes could start a program.
    const isPage = /^https?:$/.test(URL.parse(address)?.protocol ?? '')
    context.output.show({ address }, () => [address])
    if (isPage && !input.flag('print') && context.output.isTerminal && !context.output.isJson)
      openBrowser(context.environment, address)
    return 0
  },
})
