import { isProblem } from '@longshore/sdk'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { openProfiles } from '../connection/profiles.ts'
import { CliError } from '../exit-codes.ts'

export const logout = defineCommand({
  path: 'logout',
  summary: 'Sign out, and forget the sign-in here.',
  details: 'Ends the session at the instance. An API token stays valid there: longshore token revoke ends it.',
  async run(context) {
    const { profile, session } = await connect(context)
    if (profile === null) throw new CliError('usage', 'LONGSHORE_TOKEN is not kept here.', 'Unset it instead.')
    const profiles = openProfiles(context.environment)
    try {
      await session?.signOut()
    } catch (error) {
      // It was over already.
      if (!isProblem(error, 'unauthenticated')) throw error
    } finally {
      await profiles.remove(profile.name)
    }
    context.output.show({ profile: profile.name, url: profile.url }, () => [`Signed out of ${profile.url}.`])
    return 0
  },
})
