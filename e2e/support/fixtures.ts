/**
 * Creates one resource for each kind of id. The sweeps take the kinds from openapi.json and stop if one is missing
 * here: a module that adds a kind of id adds its line.
 */
import { randomUUIDv7 } from 'node:crypto'
import { brandId, decodeId, encodeId, type IdPrefix, idPrefixes } from '../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import { call, password, type SignedIn } from './client.ts'
import { insertFakeBackup, insertFakeDetachedBackup } from './fake-backup.ts'
import { connectorBody, insertFakeNoticeDelivery } from './fake-connector.ts'
import { insertFakeRestore } from './fake-restore.ts'
import { type FakeGitProvider, startFakeGitProvider } from './git-providers/fake-git-provider.ts'
import { newAccount } from './git-providers/shared-fake.ts'
import { type Operation, parametersIn } from './openapi.ts'
import { join, must, type Setting } from './setting.ts'

interface Maker {
  setting: Setting
  /** The user of the resource. It matters for resources that belong to a person instead of an organization. */
  person: SignedIn
  /** Ids before it in the path, by kind. */
  parents: Partial<Record<IdPrefix, string>>
  /** Makes names unique. */
  serial: number
}

const resources: Partial<Record<IdPrefix, (maker: Maker) => Promise<string>>> = {
  org: async ({ setting }) => setting.organizationId,
  mem: async ({ setting }) => await join(setting, setting.spare, 'viewer'),
  inv: async ({ setting, serial }) => {
    const path = `/api/v1/organizations/${setting.organizationId}/invitations`
    return await makeAsOwner(setting, path, { email: `fixture${serial}@example.com`, role: 'viewer' })
  },
  tok: async ({ setting, serial }) =>
    await makeAsOwner(setting, '/api/v1/api-tokens', { name: `Fixture ${serial}`, scopes: ['events:read'] }),
  ses: async ({ setting, person }) => {
    const opened = await must(setting.instance, 'POST', '/api/v1/auth/login', {
      body: { email: person.email, password },
    })
    const listed = await call(setting.instance, 'GET', '/api/v1/auth/sessions', { token: opened.body.accessToken })
    const items: { id: string; current: boolean }[] = listed.body.items
    return items.find((session) => session.current)?.id ?? ''
  },
  // An image needs no Git provider, and its analysis ends automatically.
  prj: async ({ setting, serial }) =>
    await makeAsOwner(setting, '/api/v1/projects', { name: `Fixture ${serial}`, image: 'nginx' }),
  // Nothing listens there: connections are refused at once.
  srv: async ({ setting, serial }) => await makeAsOwner(setting, '/api/v1/servers', serverBody(`Fixture ${serial}`)),
  git: async ({ setting }) => await makeAsOwner(setting, '/api/v1/git-provider/save-token', await newAccount()),
  reg: async ({ setting }) => await makeAsOwner(setting, '/api/v1/registries', await registryBody()),
  bds: async ({ setting }) => await makeAsOwner(setting, '/api/v1/backup-destinations', destinationBody()),
  bkp: async ({ setting, parents, serial }) =>
    parents.env === undefined
      ? await insertFakeDetachedBackup(setting, await makeEnvironment(setting, `Gone ${serial}`))
      : await insertFakeBackup(setting, parents.env),
  rst: async ({ setting, parents }) => await insertFakeRestore(setting, String(parents.env)),
  imp: async ({ setting, parents }) => await insertFakeRestore(setting, String(parents.env), { isImport: true }),
  dom: async ({ setting, serial }) =>
    await makeAsOwner(setting, '/api/v1/domains', { hostname: `fixture-${serial}-${randomUUIDv7()}.example.com` }),
  env: async ({ setting, serial }) => await makeEnvironment(setting, `Fixture ${serial}`),
  svc: async ({ setting, parents }) => {
    const as = { token: setting.people.owner.token, organization: setting.organizationId }
    const { body } = await must(setting.instance, 'GET', `/api/v1/environments/${parents.env}`, as)
    const services: { id: string; kind: string }[] = body.services
    return services.find(({ kind }) => kind === 'postgres')?.id ?? ''
  },
  // Nothing listens at the server's fake address: the deployment tries for a while and fails.
  dep: async ({ setting, parents }) => {
    const id = String(parents.env)
    await giveServer(setting, id)
    return await makeAsOwner(setting, `/api/v1/environments/${id}/deployments`, {})
  },
  // Its time comes after the suite.
  sdp: async ({ setting, parents }) => {
    const id = String(parents.env)
    await giveServer(setting, id)
    return await makeAsOwner(setting, `/api/v1/environments/${id}/scheduled-deployments`, { startAt: tomorrow() })
  },
  whd: async ({ setting, parents }) => await insertFakeDelivery(setting.instance, String(parents.env)),
  hrd: async ({ setting, parents }) => {
    await markConnected(setting.instance, String(parents.srv))
    return await makeAsOwner(setting, `/api/v1/servers/${parents.srv}/security/harden`, { dryRun: true })
  },
  alr: async ({ setting }) => {
    const serverId = await makeAsOwner(setting, '/api/v1/servers', serverBody('With an alert'))
    return await insertFakeAlert(setting.instance, serverId)
  },
  ntc: async ({ setting }) => await makeAsOwner(setting, '/api/v1/notification-connectors', await connectorBody()),
  dlv: async ({ setting, parents }) => await insertFakeNoticeDelivery(setting.instance, String(parents.ntc)),
  trs: async ({ setting }) => {
    const id = await makeAsOwner(setting, '/api/v1/domains', { hostname: `deleted-${randomUUIDv7()}.example.com` })
    return await moveToTrash(setting, `/api/v1/domains/${id}`, id)
  },
  run: async ({ setting, parents }) => await makeAsOwner(setting, `/api/v1/servers/${parents.srv}/check`, undefined),
}

/** Deletes something that nothing runs for. Returns the ID of its item in the trash. */
async function moveToTrash({ instance, organizationId, people }: Setting, path: string, id: string): Promise<string> {
  const as = { token: people.owner.token, organization: organizationId }
  await must(instance, 'DELETE', path, as)
  const { body } = await must(instance, 'GET', `/api/v1/trash?resourceId=${id}`, as)
  return String(body.items[0]?.id)
}

export function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString()
}

let nextServerPort = 20_000
/** A server at a unique address. */
export function serverBody(name: string): Record<string, unknown> {
  nextServerPort += 1
  return { name, host: '127.0.0.1', port: nextServerPort, username: 'root' }
}

/** A well-formed key that belongs to no server. */
const unusedKey = {
  type: 'ssh-ed25519',
  key: 'AAAAC3NzaC1lZDI1NTE5AAAAIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH',
  fingerprint: 'SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ',
}

/** Marks the first contact with the server as made and no check as due, for tests of responses only. */
export async function markConnected(instance: Setting['instance'], serverId: string): Promise<void> {
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    const id = decodeId('srv', serverId)
    await db.query(`update server_checks set next_check_at = now() + interval '1 day' where server_id = $1`, [id])
    await db.query(
      `update servers set status = 'ready', problem = null, connected_at = now(), host_keys = $2 where id = $1`,
      [id, JSON.stringify([{ ...unusedKey, pinnedAt: new Date() }])],
    )
  } finally {
    await db.end()
  }
}

/** Writes an alert as if the server had been unreachable for a while. Returns the alert's id. */
async function insertFakeAlert(instance: Setting['instance'], serverId: string): Promise<string> {
  const db = connectAsSuperuser(instance.databaseUrl)
  const id = randomUUIDv7()
  try {
    await db.query(
      `insert into alerts (id, organization_id, rule, status, severity, server_id, detail, bad_since, fired_at)
       select $2, organization_id, 'server_unreachable', 'firing', 'critical', id, 'Nothing answers.', now(), now()
       from servers where id = $1`,
      [decodeId('srv', serverId), id],
    )
  } finally {
    await db.end()
  }
  return encodeId('alr', brandId(id))
}

/** Writes the state of a server that showed another host key. Returns its fingerprint. */
export async function markOffered(instance: Setting['instance'], serverId: string): Promise<string> {
  const fingerprint = `SHA256:${'A'.repeat(43)}`
  const key = { type: 'ssh-ed25519', key: 'AAAA', fingerprint, pinnedAt: new Date().toISOString() }
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    await db.query('update servers set offered_host_keys = $2 where id = $1', [
      decodeId('srv', serverId),
      JSON.stringify([key]),
    ])
  } finally {
    await db.end()
  }
  return fingerprint
}

/** Writes the state of a hardened server. */
export async function markHardened(instance: Setting['instance'], serverId: string): Promise<void> {
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    await db.query(
      `insert into hardening_runs (id, organization_id, server_id, kind, status, confirm_timeout_seconds, guard_state, finished_at)
       select gen_random_uuid(), organization_id, id, 'harden', 'confirmed', 180, 'confirmed', now() from servers where id = $1`,
      [decodeId('srv', serverId)],
    )
  } finally {
    await db.end()
  }
}

/** Writes the state after a restore of the control plane that isn't confirmed yet. */
export async function markRestored(instance: Setting['instance']): Promise<void> {
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    await db.query(`with epoch as (insert into workflow_epochs (epoch) select max(epoch) + 1 from workflow_epochs returning epoch)
      insert into instance_restores (epoch, backup_made_at) select epoch, now() from epoch`)
  } finally {
    await db.end()
  }
}

/** A credential for a new registry that accepts every login. */
export async function registryBody(): Promise<Record<string, unknown>> {
  registry ??= startFakeGitProvider('/v2', () => ({ status: 200, body: {} }))
  const { host } = new URL((await registry).url)
  return { host, username: `user-${randomUUIDv7()}`, password: 'any' }
}
let registry: Promise<FakeGitProvider> | null = null

/** A storage location on the instance's disk. */
export function destinationBody(): Record<string, unknown> {
  return { type: 'controlPlane', name: `Disk ${randomUUIDv7()}` }
}

/** An environment with an app, a database and a secret, and nothing on a server. */
export async function makeEnvironment(setting: Setting, name: string): Promise<string> {
  const projectId = await makeAsOwner(setting, '/api/v1/projects', { name, image: 'nginx' })
  const id = await makeAsOwner(setting, '/api/v1/environments', { projectId, name })
  const as = { token: setting.people.owner.token, organization: setting.organizationId }
  const web = { name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } }
  const body = { services: [web, { name: 'db', kind: 'postgres' }] }
  await must(setting.instance, 'POST', `/api/v1/environments/${id}/services`, { ...as, body })
  const variables = [{ key: fixtureKey, value: 'fixture' }]
  await must(setting.instance, 'POST', `/api/v1/environments/${id}/variables`, { ...as, body: { variables } })
  return id
}

/** Links the environment to a new server that counts as connected. */
export async function giveServer(setting: Setting, environmentId: string): Promise<string> {
  const serverId = await makeAsOwner(setting, '/api/v1/servers', serverBody('For an environment'))
  await markConnected(setting.instance, serverId)
  const as = { token: setting.people.owner.token, organization: setting.organizationId }
  await must(setting.instance, 'PATCH', `/api/v1/environments/${environmentId}/server`, { ...as, body: { serverId } })
  return serverId
}

/** Writes a live deployment on the environment's server. Returns its id. */
export async function markLive(
  instance: Setting['instance'],
  environmentId: string,
  isStopped = false,
): Promise<string> {
  const db = connectAsSuperuser(instance.databaseUrl)
  const [deployment, release] = [randomUUIDv7(), randomUUIDv7()]
  const id = decodeId('env', environmentId)
  try {
    await db.query(
      `insert into releases (id, organization_id, environment_id, deployment_id, server_id, services)
       select $2, organization_id, id, $3, server_id, '[]' from environments where id = $1`,
      [id, release, deployment],
    )
    await db.query(
      `insert into deployments (id, organization_id, environment_id, number, status, trigger, server_id, release_id,
         started_at, switched_at, finished_at)
       select $2, organization_id, id, 1000, 'live', 'manual', server_id, $3, now(), now(), now()
       from environments where id = $1`,
      [id, deployment, release],
    )
    await db.query(
      `update environments set status = $3, live_deployment_id = $2, live_server_id = server_id,
         stopped_at = case when $3 = 'stopped' then now() end where id = $1`,
      [id, deployment, isStopped ? 'stopped' : 'live'],
    )
  } finally {
    await db.end()
  }
  return encodeId('dep', brandId(deployment))
}

/** Writes the services of an environment that is marked as live into its release. */
export async function freezeServices(instance: Setting['instance'], environmentId: string): Promise<void> {
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    await db.query(
      `update releases set services = (select jsonb_agg(jsonb_build_object('serviceId', id, 'name', name, 'kind', kind,
         'configuration', configuration, 'image', null)) from services where environment_id = $1) where environment_id = $1`,
      [decodeId('env', environmentId)],
    )
  } finally {
    await db.end()
  }
}

/** Writes a Git provider's delivery of a push to the environment. Returns the id of the delivery. */
export async function insertFakeDelivery(instance: Setting['instance'], environmentId: string): Promise<string> {
  const db = connectAsSuperuser(instance.databaseUrl)
  const id = decodeId('env', environmentId)
  const delivery = randomUUIDv7()
  const commit = { sha: 'a'.repeat(40), message: 'Change', author: 'Ada' }
  const repository = { id: '1', fullName: 'ada/shop' }
  const event = { kind: 'push', repository, ref: 'refs/heads/main', commit, changedPaths: null, isForced: false }
  try {
    await db.query('update environments set auto_deploy_enabled = true where id = $1', [id])
    await db.query(
      `insert into auto_deploys (id, organization_id, environment_id, hook_status, next_hook_check_at)
       select $2, organization_id, id, 'manual', now() + interval '1 day' from environments where id = $1
       on conflict (environment_id) do nothing`,
      [id, randomUUIDv7()],
    )
    await db.query(
      `insert into webhook_deliveries (id, organization_id, environment_id, auto_deploy_id, delivery_hash, origin, event_name,
         event, status, reason, decided_at)
       select $2::uuid, organization_id, environment_id, id, sha256(($2::uuid)::text::bytea), 'webhook', 'push', $3, 'ignored', 'skip_marker', now()
       from auto_deploys where environment_id = $1`,
      [id, delivery, JSON.stringify(event)],
    )
  } finally {
    await db.end()
  }
  return encodeId('whd', brandId(delivery))
}

/** As if its live release had an image for the service `web`. */
export async function insertFakeImage({ databaseUrl }: Setting['instance'], environmentId: string): Promise<void> {
  const db = connectAsSuperuser(databaseUrl)
  const image = { id: 'sha256:fixture', reference: 'nginx', digest: null, contentHash: null }
  try {
    await db.query(
      `update releases r set services = (
         select jsonb_agg(jsonb_build_object('serviceId', s.id, 'name', s.name, 'kind', s.kind,
           'configuration', s.configuration, 'image', $2::jsonb))
         from services s where s.environment_id = r.environment_id and s.name = 'web')
       where environment_id = $1`,
      [decodeId('env', environmentId), JSON.stringify({ ...image, architecture: 'amd64', sizeBytes: 1 })],
    )
  } finally {
    await db.end()
  }
}

/** The secret that every environment of the fixtures has. */
const fixtureKey = 'FIXTURE'

/** Values of path parameters that are not ids, by name. */
const otherParameters: Record<string, string> = { repo: 'octo%2Fshop', key: fixtureKey, name: 'node-red' }

export type PathValues = Record<string, string>

let serial = 0

/** Values for all path parameters of an operation: new resources of the setting. */
export async function makePathValues(operation: Operation, setting: Setting, person: SignedIn): Promise<PathValues> {
  const values: PathValues = {}
  const parents: Partial<Record<IdPrefix, string>> = {}
  for (const { name } of parametersIn(operation, 'path')) {
    const kind = kindOf(operation, name)
    serial += 1
    const value = kind === null ? otherParameters[name] : await resources[kind]?.({ setting, person, parents, serial })
    if (value === undefined) throw new Error(`no fixture for {${name}} of ${operation.id}`)
    values[name] = value
    if (kind !== null) parents[kind] = value
  }
  return values
}

/** Ids of the right kinds that don't exist. */
export function absentPathValues(operation: Operation): PathValues {
  return Object.fromEntries(
    parametersIn(operation, 'path').map(({ name }) => {
      const kind = kindOf(operation, name)
      return [name, kind === null ? (otherParameters[name] ?? 'absent') : absentId(kind)]
    }),
  )
}

export function absentId(kind: IdPrefix): string {
  return encodeId(kind, brandId(randomUUIDv7()))
}

/** The kind of id of a path parameter, from the pattern in its schema; null if it isn't an id. */
export function kindOf(operation: Operation, name: string): IdPrefix | null {
  const parameter = parametersIn(operation, 'path').find((each) => each.name === name)
  const prefix = /^\^([a-z]{3})_/.exec(parameter?.schema.pattern ?? '')?.[1]
  return idPrefixes.find((each) => each === prefix) ?? null
}

/** Resources of openapi.json that this file lacks. */
export function missingFixtures(operations: readonly Operation[]): string[] {
  const missing = operations.flatMap((operation) =>
    parametersIn(operation, 'path').flatMap(({ name }) => {
      const kind = kindOf(operation, name)
      const isKnown = kind === null ? Object.hasOwn(otherParameters, name) : Object.hasOwn(resources, kind)
      return isKnown ? [] : [`${kind ?? 'no id'} ({${name}} of ${operation.id})`]
    }),
  )
  return [...new Set(missing)]
}

/** True if a success deletes the whole setting. */
export function endsSetting(operation: Operation): boolean {
  const last = /\{(\w+)\}$/.exec(operation.path)?.[1]
  return operation.method === 'DELETE' && last !== undefined && kindOf(operation, last) === 'org'
}

async function makeAsOwner(setting: Setting, path: string, body: unknown): Promise<string> {
  const made = await must(setting.instance, 'POST', path, {
    token: setting.people.owner.token,
    organization: setting.organizationId,
    body,
  })
  return String(made.body.id)
}
