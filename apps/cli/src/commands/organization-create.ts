import { createOrganization } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { requireSession } from '../connection/find-organization.ts'

export const organizationCreate = defineCommand({
  path: 'organization create',
  summary: 'Create an organization. You become its owner.',
  details: 'Needs a sign-in with email and password: longshore login --email EMAIL.',
  arguments: [{ name: 'NAME', summary: 'Display name.' }],
  async run(context, input) {
    const connection = await connect(context)
    requireSession(connection)
    const organization = await connection.client.call(createOrganization, {
      body: { name: input.positionals[0] ?? '' },
    })
    context.output.show(organization, () => [
      `Created ${organization.name}.`,
      `Use it: longshore organization use ${organization.id}`,
    ])
    return 0
  },
})
