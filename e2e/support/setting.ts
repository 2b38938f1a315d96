/** An organization with a member of every role, as the fixtures of resources need it. */

import { type Role, roles } from '../../apps/server/src/testing/internals/access.ts'
import { type Answer, type CallOptions, call, type SignedIn, signUp } from './client.ts'
import type { Instance } from './instance.ts'
import type { ResponseView } from './response-view.ts'

export interface Setting {
  instance: Instance
  organizationId: string
  people: Record<Role, SignedIn>
  /** A user who can be invited and removed at any time. */
  spare: SignedIn
}

export async function signUpPeople(instance: Instance): Promise<Record<Role, SignedIn>> {
  const [viewer, developer, admin, owner] = await Promise.all(roles.map(() => signUp(instance)))
  if (viewer === undefined || developer === undefined || admin === undefined || owner === undefined)
    throw new Error('there are four roles')
  return { viewer, developer, admin, owner }
}

const manyOf = [
  'servers', 'gitProviders', 'registries', 'backupDestinations', 'domains', 'connectors', 'projects', 'environments',
  'queuedDeployments',
] // biome-ignore format: a list

/** A new organization with the same users. */
export async function newSetting(base: Omit<Setting, 'organizationId'>): Promise<Setting> {
  const { instance, people } = base
  const made = await must(instance, 'POST', '/api/v1/organizations', {
    token: people.owner.token,
    body: { name: 'Sweeps' },
  })
  const setting = { ...base, organizationId: String(made.body.id) }
  // Suites create more than users do.
  await must(instance, 'PATCH', `/api/v1/organizations/${setting.organizationId}`, {
    token: people.owner.token,
    body: { quotas: Object.fromEntries(manyOf.map((name) => [name, 1_000_000])) },
  })
  for (const role of ['viewer', 'developer', 'admin'] as const) await join(setting, people[role], role)
  return setting
}

/** The membership of a user, who is invited and accepts if necessary. */
export async function join(setting: Setting, person: SignedIn, role: Role): Promise<string> {
  const { instance, organizationId, people } = setting
  const path = `/api/v1/organizations/${organizationId}`
  const owner = { token: people.owner.token }
  const find = async () => {
    const listed = await must(instance, 'GET', `${path}/members?limit=100`, owner)
    const items: { id: string; userId: string }[] = listed.body.items
    return items.find((member) => member.userId === person.userId)?.id
  }
  const known = await find()
  if (known !== undefined) return known
  const invited = await must(instance, 'POST', `${path}/invitations`, { ...owner, body: { email: person.email, role } })
  const token = String(invited.body.link).split('token=')[1]
  await must(instance, 'POST', '/api/v1/invitations/accept', { token: person.token, body: { token } })
  const joined = await find()
  if (joined === undefined) throw new Error(`${person.email} did not become a member`)
  return joined
}

/** A call that isn't under test and must succeed. */
export async function must<Body = ResponseView>(
  instance: Instance,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Answer<Body>> {
  const answer = await call<Body>(instance, method, path, options)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer
}
