import { isProblem } from '@longshore/sdk'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { openProfiles } from '../connection/profiles.ts'
import { CliError } from '../exit-codes.ts'

export const logout = defineCommand({
  path: 'logout',
  summary: 'Sign out and delete the profile.',
  details: 'Ends the session on the instance. API tokens stay valid: revoke one with longshore token revoke.',
  async run(context) {
    const { profile, session } = await connect(context)
    if (profile === null) throw new CliError('usage', "LONGSHORE_TOKEN isn't stored in a profile.", 'Unset it instead.')
    const profiles = openProfiles(context.environment)
    try {
      await session?.signOut()
    } catch (error) {
      // The session had already ended.
      if (!isProblem(error, 'unauthenticated')) throw error
    } finally {
      await profiles.remove(profile.name)
    }
    context.output.show({ profile: profile.name, url: profile.url }, () => [`Signed out of ${profile.url}.`])
    return 0
  },
})
