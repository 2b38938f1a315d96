import { verifyDomain } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findDomain } from '../connection/find-domain.ts'
import { exitCodes } from '../exit-codes.ts'
import { domainLines } from '../terminal/domain-lines.ts'

export const domainVerify = defineCommand({
  path: 'domain verify',
  summary: "Check a domain's DNS records now.",
  details: 'Exits with 0 if the domain is verified, otherwise with 1.',
  arguments: [{ name: 'HOSTNAME', summary: 'Hostname or domain ID.' }],
  async run(context, input) {
    const { client } = await connect(context)
    const { id } = await findDomain(client, input.positionals[0] ?? '')
    const domain = await client.call(verifyDomain, { id })
    context.output.show(domain, () => domainLines(domain))
    return domain.status === 'verified' ? exitCodes.ok : exitCodes.failed
  },
})
