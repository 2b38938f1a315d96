import { createApiToken } from '@longshore/sdk/operations'
import { CreateApiTokenRequest } from '@longshore/sdk/schemas'
import { validate } from '@longshore/sdk/validate'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findProject } from '../connection/find-environment.ts'
import { CliError } from '../exit-codes.ts'

type Scope = NonNullable<NonNullable<typeof createApiToken.takes>['body']['scopes']>[number]

/** Scopes that a CI job needs. */
const ciScopes: readonly Scope[] = ['projects:read', 'environments:read', 'deployments:read', 'deployments:write']
const dayMs = 86_400_000

export const tokenCreate = defineCommand({
  path: 'token create',
  summary: "Create an API token. It's shown only once.",
  details: `Without --scope, the token can only deploy: ${ciScopes.join(', ')}. Prints only the token to standard output.`,
  arguments: [{ name: 'NAME', summary: 'What the token is for.' }],
  options: {
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPE',
      summary: 'Permission to grant. See docs/reference/permissions.md.',
    },
    project: { type: 'string', multiple: true, value: 'PROJECT', summary: 'Limit the token to this project.' },
    'ip-range': { type: 'string', multiple: true, value: 'CIDR', summary: 'Limit the token to these IP addresses.' },
    days: { type: 'string', value: 'NUMBER', summary: 'Lifetime in days (default: until revoked).' },
  },
  examples: ['longshore token create ci --project shop --days 90 > token.txt'],
  async run(context, input) {
    const connection = await connect(context)
    const projectIds: string[] = []
    for (const name of input.list('project')) projectIds.push((await findProject(connection, name)).id)
    const days = input.count('days')
    const created = await connection.client.call(createApiToken, {
      body: {
        name: input.positionals[0] ?? '',
        scopes: input.list('scope').length === 0 ? [...ciScopes] : input.list('scope').map(toScope),
        ...(projectIds.length === 0 ? {} : { projectIds }),
        ...(input.list('ip-range').length === 0 ? {} : { ipRanges: input.list('ip-range') }),
        ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + days * dayMs).toISOString() }),
      },
    })
    context.output.note(`Token “${created.name}” with ${created.scopes.join(', ')}. It's only shown now:`)
    context.output.show(created, () => [created.token])
    return 0
  },
})

function toScope(text: string): Scope {
  if (isScope(text)) return text
  throw new CliError('usage', `Unknown scope “${text}”.`, 'See docs/reference/permissions.md.')
}

function isScope(text: string): text is Scope {
  return validate(CreateApiTokenRequest, { name: 'x', scopes: [text] }).length === 0
}
