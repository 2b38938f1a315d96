/** Shows the user or token. The API can't return the name of a token, so its permissions are probed. */
import type { ApiToken, Client } from '@longshore/sdk'
import { getMe, listApiTokens } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { connect } from '../connection/connect.ts'
import { findPermissions } from '../connection/permissions.ts'
import type { Context } from '../context.ts'
import { formatWhen } from '../terminal/format.ts'
import type { Line } from '../terminal/text.ts'

export const whoami = defineCommand({
  path: 'whoami',
  summary: 'Show who is signed in, and where.',
  details:
    'For an API token, shows what it can do, tested with requests that change nothing. With tokens:read, also shows its name, scopes, and expiry.',
  async run(context) {
    const { client, session, url, profile, organizationId } = await connect(context)
    if (session === null) {
      const secret = profile?.secret ?? context.environment.LONGSHORE_TOKEN ?? ''
      return await printToken(context, client, { url, secret, account: profile?.account ?? 'LONGSHORE_TOKEN' })
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

async function printToken(
  { output }: Context,
  client: Client,
  { url, secret, account }: { url: string; secret: string; account: string },
): Promise<number> {
  const permissions = await findPermissions(client)
  const token = permissions.includes('tokens:read') ? await findToken(client, secret) : null
  output.show({ url, account, kind: 'token', permissions, token }, () => [
    [{ text: token?.name ?? account, style: 'bold' }, ` at ${url}`],
    ...(token === null ? [] : tokenLines(token)),
    `  Permissions: ${permissions.join(', ') || 'none that this command knows'}`,
  ])
  return 0
}

/** Finds a token by its last characters, the only part that the instance stores in plain text. */
async function findToken(client: Client, secret: string): Promise<ApiToken | null> {
  const [found, other] = (await collectItems(client.items(listApiTokens))).filter(({ hint }) => secret.endsWith(hint))
  return found === undefined || other !== undefined ? null : found
}

function tokenLines({ id, hint, scopes, projectIds, ipRanges, expiresAt }: ApiToken): Line[] {
  return [
    `  ${id} …${hint}, expires ${expiresAt === null ? 'when revoked' : formatWhen(expiresAt)}`,
    `  Scopes: ${scopes.join(', ')}`,
    ...(projectIds.length === 0 ? [] : [`  Only projects: ${projectIds.join(', ')}`]),
    ...(ipRanges.length === 0 ? [] : [`  Only from: ${ipRanges.join(', ')}`]),
  ]
}
