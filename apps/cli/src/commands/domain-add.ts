import { attachDomain, getDomain } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { domainLines } from '../terminal/domain-lines.ts'

export const domainAdd = defineCommand({
  path: 'domain add',
  summary: 'Attach a domain to an environment and show its DNS records.',
  arguments: [{ name: 'HOSTNAME', summary: 'Hostname, such as app.example.com.' }],
  options: {
    ...environmentOption,
    service: {
      type: 'string',
      short: 's',
      value: 'NAME',
      summary: 'Service that handles requests (default: the only web service).',
    },
    www: { type: 'boolean', summary: 'Also redirect the www (or non-www) hostname to this one.' },
  },
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const environment = await findEnvironment(context, connection, input.text('env'))
    const [hostname = ''] = input.positionals
    const attached = await client.call(attachDomain, {
      id: environment.id,
      body: { hostname, service: input.text('service'), ...(input.flag('www') ? { redirects: { www: true } } : {}) },
    })
    const domain = await client.call(getDomain, { id: attached.domainId })
    context.output.show({ attached, domain }, () => [
      `${domain.unicodeHostname} now points to ${attached.service} in ${environment.label}.`,
      ...domainLines(domain),
      `Check it: longshore domain verify ${domain.unicodeHostname}`,
    ])
    return 0
  },
})
