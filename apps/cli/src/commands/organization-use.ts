import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findOrganization } from '../connection/find-organization.ts'
import { openProfiles } from '../connection/profiles.ts'

export const organizationUse = defineCommand({
  path: 'organization use',
  summary: 'Switch the profile to another organization.',
  arguments: [{ name: 'ORGANIZATION', summary: 'Organization name or ID.' }],
  async run(context, input) {
    const connection = await connect(context)
    const { id, name } = await findOrganization(connection, input.positionals[0] ?? '')
    const profiles = openProfiles(context.environment)
    const profileName = connection.profile?.name ?? ''
    // Read again, because the session may have stored a new secret since.
    const current = await profiles.read(profileName)
    if (current !== null) await profiles.write(profileName, { ...current, organizationId: id })
    context.output.show({ id, name }, () => [`Switched to ${name}.`])
    return 0
  },
})
