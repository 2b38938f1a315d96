/**
 * Scopes against roles: a token never has more permissions than its creator currently has, and a token with few scopes
 * can't create a token or a member with more.
 */
import {
  isPermission,
  type Permission,
  permissions,
  type Role,
  rolePermissions,
  roles,
} from '../../../apps/server/src/testing/internals/access.ts'
import { absentPathValues } from '../../support/fixtures.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { join, must, newSetting, type Setting } from '../../support/setting.ts'
import { ask, check, codeOf, countChanges, isPublic, type Stage } from './stage.ts'

export async function sweepEscalation(stage: Stage): Promise<void> {
  const setting = await newSetting(stage.home)
  for (const role of roles) if (role !== 'owner') await sweepDemoted(stage, setting, role)
  for (const scope of ['tokens:write', 'tokens:manage', 'members:write'] as const)
    await sweepNarrow(stage, setting, scope)
}

/** The token is created by an owner with every scope. Then its creator gets a lesser role. */
async function sweepDemoted(stage: Stage, setting: Setting, role: Role): Promise<void> {
  const { instance, organizationId: organization, people } = setting
  const member = await join(setting, people[role], role)
  const change = (to: Role) =>
    must(instance, 'PATCH', `/api/v1/organizations/${organization}/members/${member}`, {
      token: people.owner.token,
      body: { role: to },
    })
  await change('owner')
  const token = await tokenWith(setting, people[role].token, permissions)
  await change(role)
  const refused = stage.api.operations.filter(
    ({ permission }) => permission !== undefined && isPermission(permission) && !rolePermissions[role].has(permission),
  )
  const before = await countChanges(stage)
  await inParallel(refused, 4, async (operation) => {
    const own = operation.path.startsWith('/api/v1/organizations/{id}') ? { id: organization } : {}
    const path = { ...absentPathValues(operation), ...own }
    const answer = await ask(stage, operation, { token, organization, path })
    check(
      stage,
      codeOf(answer) === 'forbidden',
      `${operation.id} answers ${answer.status} to a token of a demoted ${role}`,
    )
  })
  check(stage, (await countChanges(stage)) === before, `a token of a demoted ${role} changed something`)
  // A token that is refused everything would pass, too.
  await must(instance, 'GET', '/api/v1/projects', { token, organization })
}

async function sweepNarrow(stage: Stage, setting: Setting, scope: Permission): Promise<void> {
  const { organizationId: organization, people } = setting
  const token = await tokenWith(setting, people.owner.token, [scope])
  const find = (id: string) => stage.api.operations.find((each) => each.id === id && !isPublic(each))
  const [makeToken, invite] = [find('createApiToken'), find('createInvitation')]
  if (makeToken === undefined || invite === undefined) throw new Error('an operation has another name')
  const before = await countChanges(stage)
  const others = permissions.filter((each) => each !== scope)
  await inParallel(others, 8, async (more) => {
    const answer = await ask(stage, makeToken, { token, organization, body: { name: 'More', scopes: [scope, more] } })
    check(stage, answer.status === 403, `a token with ${scope} made one with ${more}: ${answer.status}`)
  })
  for (const role of roles) {
    const body = { email: `more-${role}@example.com`, role }
    const answer = await ask(stage, invite, { token, organization, path: { id: organization }, body })
    check(stage, answer.status === 403, `a token with ${scope} invited one as ${role}: ${answer.status}`)
  }
  check(stage, (await countChanges(stage)) === before, `a token with ${scope} changed something`)
}

async function tokenWith(
  { instance, organizationId: organization }: Setting,
  token: string,
  scopes: readonly Permission[],
): Promise<string> {
  const body = { name: 'Escalation', scopes: [...scopes] }
  const made = await must(instance, 'POST', '/api/v1/api-tokens', { token, organization, body })
  return made.body.token
}
