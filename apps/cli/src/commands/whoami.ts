import { isProblem } from '@longshore/sdk'
import { getInstance, getMe } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'

export const whoami = defineCommand({
  path: 'whoami',
  summary: 'Who is signed in, and where.',
  async run(context) {
    const { client, session, url, profile, organizationId } = await connect(context)
    if (session === null) {
      // A token is nobody: whether it is good, any answer but 401 says.
      await client.call(getInstance).catch((error: unknown) => {
        if (!isProblem(error, 'forbidden')) throw error
      })
      const account = profile?.account ?? 'LONGSHORE_TOKEN'
      context.output.show({ url, account, kind: 'token' }, () => [`${account} at ${url}`])
      return 0
    }
    const user = await client.call(getMe)
    context.output.show({ url, kind: 'session', user, organizationId: organizationId ?? null }, () => [
      [{ text: user.email, style: 'bold' }, ` (${user.name}) at ${url}`],
      ...user.organizations.map(
        (each) => `  ${each.name}: ${each.role}${each.id === organizationId ? ', in use' : ''}`,
      ),
    ])
    return 0
  },
})
