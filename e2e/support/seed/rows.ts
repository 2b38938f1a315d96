/**
 * Rows of an organization with a history: servers, projects with their environments, deployments. The api reads them
 * like any others, and the worker has nothing to do for them.
 */
import { createHash, randomUUIDv7 } from 'node:crypto'
import { brandId, decodeId, encodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { Instance } from '../instance.ts'

export interface SeedOptions {
  readonly organizationId: string
  readonly userId: string
  readonly servers: number
  readonly projects: number
  readonly deployments: number
  /** Texts for names, logs and messages. */
  readonly textFor?: (n: number) => string
}

export interface Seeded {
  readonly projectId: string
  readonly environmentId: string
  readonly serviceId: string
  readonly liveDeploymentId: string
  readonly failedDeploymentId: string
  readonly serverId: string
}

const names = ['Shop', 'Warehouse', 'Billing', 'Newsletter', 'Handbook', 'Search', 'Tickets', 'Gallery']
export const usualWords = (n: number): string =>
  `${names[n % names.length]}${n < names.length ? '' : ` ${Math.floor(n / names.length) + 1}`}`
const sha = (n: number) => createHash('sha1').update(String(n)).digest('hex')

export async function seedRows(instance: Pick<Instance, 'databaseUrl'>, options: SeedOptions): Promise<Seeded> {
  await using db = createSqlClient(instance.databaseUrl)
  const organization = decodeId('org', options.organizationId) ?? ''
  const servers = await seedServers(db, organization, options)
  const environments = Array.from({ length: options.projects * 2 }, () => randomUUIDv7())
  const deployments = planDeployments(environments, options.deployments)
  const projects = await seedProjects(db, { organization, servers, environments, deployments }, options)
  const services = await seedServices(db, { organization, environments })
  await seedDeployments(db, { organization, servers, deployments }, options)
  const [first = ''] = environments
  const of = (status: string) => deployments.find((each) => each.environment === first && each.status === status)?.id
  return {
    projectId: encodeId('prj', brandId(projects[0] ?? '')),
    environmentId: encodeId('env', brandId(first)),
    serviceId: encodeId('svc', brandId(services[0] ?? '')),
    liveDeploymentId: encodeId('dep', brandId(of('live') ?? '')),
    failedDeploymentId: encodeId('dep', brandId(of('failed') ?? '')),
    serverId: encodeId('srv', brandId(servers[0] ?? '')),
  }
}

async function seedServers(db: SqlClient, organization: string, options: SeedOptions): Promise<string[]> {
  const { servers: count, textFor = usualWords } = options
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  await db.query(
    `insert into servers (id, organization_id, name, host, port, username, status, connected_at, security_state, security_score, security_scanned_at)
     select id, $1, left(name, 100), '192.0.2.' || (n % 250) || '.example', 22 + n, 'root',
       case when n % 9 = 8 then 'unreachable' else 'ready' end, now(), 'partial', 60 + n % 40, now()
     from unnest($2::uuid[], $3::text[]) with ordinality as rows(id, name, n)`,
    [organization, ids, ids.map((_, n) => textFor(n))],
  )
  // These servers aren't checked, because they don't exist.
  await db.query(
    `insert into server_checks (server_id, organization_id, next_check_at, next_alert_at, next_sweep_at, last_seen_at)
     select id, $1, now() + interval '1 day', now() + interval '1 day', now() + interval '1 day', now() from unnest($2::uuid[]) as rows(id)`,
    [organization, ids],
  )
  await db.query(
    `insert into server_keys (id, organization_id, server_id, state, is_generated, public_key, sealed_private_key)
     select gen_random_uuid(), $1, id, 'current', true, 'ssh-ed25519 AAAA', 'sealed' from unnest($2::uuid[]) as rows(id)`,
    [organization, ids],
  )
  await db.query(
    `insert into alerts (id, organization_id, rule, status, severity, server_id, detail, bad_since, fired_at)
     select gen_random_uuid(), $1, 'server_unreachable', 'firing', 'critical', s.id, left(s.name, 500), now(), now()
     from servers s where s.organization_id = $1 and s.status = 'unreachable' or s.id = $2`,
    [organization, ids[0]],
  )
  return ids
}

async function seedProjects(
  db: SqlClient,
  ground: {
    organization: string
    servers: readonly string[]
    environments: readonly string[]
    deployments: readonly DeploymentRow[]
  },
  options: SeedOptions,
): Promise<string[]> {
  const { organization, servers, environments, deployments } = ground
  const { projects: count, textFor = usualWords } = options
  const projects = Array.from({ length: count }, () => randomUUIDv7())
  await db.query(
    `insert into projects (id, organization_id, name, slug, description, source, image, finalized_at)
     select id, $1, left(name, 100), 'p-' || n, left(name, 2000), 'image', 'nginx:1.29', now()
     from unnest($2::uuid[], $3::text[]) with ordinality as rows(id, name, n)`,
    [organization, projects, projects.map((_, n) => textFor(n))],
  )
  const live = new Map(deployments.filter(({ status }) => status === 'live').map((each) => [each.environment, each.id]))
  const rows = environments.map((id, n) => ({
    id,
    project: projects[Math.floor(n / 2)],
    name: n % 2 === 0 ? 'production' : 'staging',
    server: servers[n % servers.length],
  }))
  await db.query(
    `insert into environments (id, organization_id, project_id, name, slug, server_id, live_server_id, status, live_deployment_id, address_label, next_deployment_number)
     select id, $1, project, name, name, server, server, case when live is null then 'idle' else 'live' end, live,
       'seed-' || md5(id::text), 100000
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[]) as rows(id, project, name, server, live)`,
    [
      organization,
      environments,
      rows.map((row) => row.project),
      rows.map((row) => row.name),
      rows.map((row) => row.server),
      rows.map((row) => live.get(row.id) ?? null),
    ],
  )
  await db.query(
    `insert into variables (id, organization_id, environment_id, key, value, is_secret, scope)
     select gen_random_uuid(), $1, $2, 'VARIABLE_' || n, text, false, 'both' from unnest($3::text[]) with ordinality as rows(text, n)`,
    [organization, environments[0], Array.from({ length: 20 }, (_, n) => textFor(n).slice(0, 1_000))],
  )
  return projects
}

/** Each environment has one service. */
async function seedServices(
  db: SqlClient,
  { organization, environments }: { organization: string; environments: readonly string[] },
): Promise<string[]> {
  const ids = environments.map(() => randomUUIDv7())
  const web = { port: 80, source: { builder: 'image', image: 'nginx:1.29' } }
  await db.query(
    `insert into services (id, organization_id, environment_id, name, kind, position, configuration)
     select id, $1, environment, 'web', 'web', 0, $4 from unnest($2::uuid[], $3::uuid[]) as rows(id, environment)`,
    [organization, ids, environments, JSON.stringify(web)],
  )
  return ids
}

interface DeploymentRow {
  id: string
  environment: string
  number: number
  status: 'live' | 'failed' | 'retired'
}

/** The first environment has half of them, the others share the rest. Each has one that is live. */
function planDeployments(environments: readonly string[], count: number): DeploymentRow[] {
  const numbers = new Map<string, number>()
  // Rows of the same millisecond have no order, and lists sort by it.
  const ids = Array.from({ length: count }, () => randomUUIDv7()).sort()
  const rows: DeploymentRow[] = ids.map((id, n) => {
    const environment = environments[n < count / 2 ? 0 : n % environments.length] ?? ''
    const number = (numbers.get(environment) ?? 0) + 1
    numbers.set(environment, number)
    return { id, environment, number, status: number % 7 === 2 ? 'failed' : 'retired' }
  })
  for (const row of rows) if (row.number === numbers.get(row.environment)) row.status = 'live'
  return rows
}

async function seedDeployments(
  db: SqlClient,
  ground: { organization: string; servers: readonly string[]; deployments: readonly DeploymentRow[] },
  options: SeedOptions,
): Promise<void> {
  const { organization, servers, deployments: rows } = ground
  const { deployments: count, textFor = usualWords, userId } = options
  await db.query(
    `insert into deployments (id, organization_id, environment_id, number, status, step, trigger, server_id, branch, commit, created_by, error,
       diagnosis, created_at, started_at, finished_at)
     select id, $1, environment, number, status, case when status = 'failed' then 'build-image' end, 'manual', $2, 'main',
       jsonb_build_object('sha', sha, 'message', message, 'author', left(message, 100), 'committedAt', now()), $3,
       case when status = 'failed' then jsonb_build_object('code', 'build_failed', 'title', 'The build failed', 'detail', message,
         'hint', message, 'step', 'build-image', 'exitCode', 1, 'logTail', message) end,
       case when status = 'failed' then jsonb_build_object('code', 'port_mismatch', 'title', message, 'explanation', message, 'service', 'web',
         'excerpt', jsonb_build_array(message), 'remedies', jsonb_build_array(jsonb_build_object('action', 'change_port',
           'label', 'Change the port to 8080', 'service', 'web', 'port', 8080))) end,
       now() - interval '1 minute' * ($4 - n), now() - interval '1 minute' * ($4 - n), now() - interval '1 minute' * ($4 - n) + interval '40 seconds'
     from unnest($5::uuid[], $6::uuid[], $7::int[], $8::text[], $9::text[], $10::text[])
       with ordinality as rows(id, environment, number, status, sha, message, n)`,
    [
      organization,
      servers[0],
      decodeId('usr', userId),
      count,
      rows.map((row) => row.id),
      rows.map((row) => row.environment),
      rows.map((row) => row.number),
      rows.map((row) => row.status),
      rows.map((_, n) => sha(n)),
      rows.map((_, n) => textFor(n).slice(0, 2_000)),
    ],
  )
}
