/** Projects of every source, with environments that use every setting. */

import { mustAsk, type ServersContext } from '../../support/servers.ts'
import type { Certificate } from './certificate.ts'

interface AppParts {
  readonly server: string
  readonly builder: string
  readonly location: string
  readonly channels: { readonly ids: Record<string, string> }
  readonly certificate: Certificate
}

const healthCheck = { type: 'http', path: '/healthz', intervalSeconds: 2, retries: 3 }
const rateLimit = { requests: 100, seconds: 60 }
const requestHeaders = { set: [{ name: 'X-Origin', value: 'harbor' }], remove: ['X-Debug'] }
const responseHeaders = { set: [{ name: 'X-Team', value: 'shop' }], remove: ['Server'] }
const container = {
  entrypoint: ['/sbin/start', '--note="quoted"'],
  user: '101:101',
  workingDirectory: '/srv/shop',
  init: true,
  stopSignal: 'SIGQUIT',
  memoryFolders: [{ path: '/tmp', sizeBytes: 67_108_864, mode: '1777', uid: 101, gid: 101 }],
  sharedMemoryBytes: 134_217_728,
  ulimits: [{ name: 'nofile', soft: 4_096, hard: 8_192 }],
  sysctls: { 'net.core.somaxconn': '1024' },
  extraHosts: [{ hostname: 'legacy.internal', address: '192.168.7.9' }],
  grants: {
    hostMounts: [{ source: '/srv/media', path: '/media', readOnly: false }],
    capabilities: ['NET_RAW'],
    devices: ['/dev/dri'],
  },
}
const services = [
  {
    name: 'web',
    kind: 'web',
    source: { builder: 'image', image: 'nginx:1.29' },
    port: 8080,
    healthCheck,
    resources: { memoryBytes: 268_435_456, cpus: 0.5, pids: 256 },
    replicas: 3,
    volumes: [{ name: 'uploads', path: '/var/uploads dir' }],
    releaseCommand: ['node', 'migrate.js', '--note="$HOME" \'quoted\''],
    drainSeconds: 5,
    stabilitySeconds: 0,
    aliases: ['app'],
    dependsOn: ['db', 'cache'],
    container,
    files: [
      { path: '/etc/shop.conf', content: '# ${not} a variable\nport = 8080\n', mode: '0640', uid: 101, gid: 101 },
      { path: '/etc/shop.key', variable: 'API_KEY' },
    ],
  },
  {
    name: 'mails',
    kind: 'worker',
    sharesImageWith: 'web',
    command: 'node mails.js --all',
    volumes: [{ name: 'uploads', path: '/in', service: 'web' }],
  },
  {
    name: 'nightly',
    kind: 'cron',
    sharesImageWith: 'web',
    command: ['node', 'clean.js'],
    schedule: '0 3 * * *',
    container: { readOnly: true },
  },
  { name: 'db', kind: 'postgres', engineVersion: '17', image: 'pgvector/pgvector:pg17', loopbackPort: 15_432 },
  { name: 'legacy', kind: 'mariadb' },
  { name: 'cache', kind: 'redis' },
]
const variables = [
  { key: 'MOTD', value: 'first line\n  second: "line"\n\n# not a comment\n', secret: false },
  { key: 'WINDOWS', value: 'one\r\ntwo\r\n\ttab \u0007 bell', secret: false },
  { key: 'UNICODE', value: '港 🚢 e\u0301', secret: false, scope: 'both' },
  { key: 'LOOKS_LIKE_NUMBER', value: '0123', secret: false },
  { key: 'LOOKS_LIKE_BOOLEAN', value: 'yes', secret: false, scope: 'build' },
  { key: 'EMPTY', value: '', secret: false },
  { key: 'SPACES', value: '  around  ', secret: false },
  { key: 'LINK', value: '$${LONGSHORE_URL} is ${LONGSHORE_URL}', secret: false, expand: true },
  { key: 'API_KEY', value: 'top-secret', secret: true },
  { key: 'API_KEY', value: 'for web only', secret: true, service: 'web' },
  { key: 'SEALED', value: 'never again', secret: true, sealed: true, service: 'mails' },
]

export async function addApp(
  context: ServersContext,
  { server, builder, location, channels, certificate }: AppParts,
): Promise<void> {
  const post = (path: string, body: unknown) => mustAsk(context, 'POST', path, body)
  const patch = (path: string, body: unknown) => mustAsk(context, 'PATCH', path, body)
  const description = 'Was unsere Kunden sehen.\nZweite Zeile: "wichtig".'
  const project = await post('/projects', { name: 'Café: Bestellung', description, image: 'nginx:1.29' })
  const ids: string[] = []
  for (const name of ['production', 'Stäging #2']) {
    const { id } = await post('/environments', { projectId: project.id, name, serverId: server })
    ids.push(id)
    await post(`/environments/${id}/services`, { services })
    await post(`/environments/${id}/variables`, { variables })
  }
  const [production = '', staging = ''] = ids
  await patch(`/environments/${staging}`, { buildServerId: builder, generatedHostname: false })
  await attachDomains(context, production, certificate)
  await patch(`/environments/${production}/backups/config`, {
    destination: { id: location },
    schedule: '15 2 * * 1-5',
    timezone: 'Europe/Berlin',
    catchUp: false,
    retention: { keepLast: 3, keepDaily: 2 },
    encryption: { recipient: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p' },
    restoreTests: 'weekly',
  })
  await mustAsk(context, 'PUT', `/notification-connectors/project/${project.id}`, {
    links: [
      { connectorId: channels.ids.slack, events: ['deployment_failed', 'backup_failed'], environments: [production] },
      { connectorId: channels.ids.webhook, events: ['deployment_succeeded'], minSeverity: 'warning' },
    ],
  })
}

async function attachDomains(context: ServersContext, id: string, { chain, key }: Certificate): Promise<void> {
  const attach = (body: unknown) => mustAsk(context, 'POST', `/environments/${id}/domain`, body)
  for (let number = 1; number <= 12; number += 1)
    await attach({ hostname: `shop-${number}.example.com`, service: 'web', forceHttps: number % 2 === 0 })
  await attach({
    hostname: 'straße.example.com',
    service: 'web',
    redirects: { www: true, rules: [{ from: '/old', to: '/new' }, { from: '/a', match: 'prefix', to: '/b', status: 302 }] },
    hsts: { includeSubdomains: true },
    basicAuth: [{ username: 'maya', password: 'tide-table-harbor' }],
    maxBodyBytes: 1_048_576,
    maintenance: { html: '<h1>Gleich zurück</h1>\n<p>&amp; danke</p>' },
    errorPages: [{ status: 504, html: '<h1>Langsam</h1>' }, { status: 502, html: '<h1>Nicht da</h1>' }],
    timeoutSeconds: 30,
    rateLimit,
    allowedNetworks: ['10.0.0.0/8'],
    responseHeaders,
    paths: [
      { path: '/api', service: 'web', stripPrefix: true, basicAuth: [{ username: 'ann', password: 'correct horse' }] },
      { path: '/api/v2/files', service: 'web', maxBodyBytes: 5_000_000, requestHeaders, inheritAccess: false },
      { path: '/login', service: 'web', timeoutSeconds: 5, rateLimit, allowedNetworks: ['10.1.0.0/16'], responseHeaders },
    ],
    requestHeaders,
  }) // biome-ignore format: rules on one line
  const ssl = { mode: 'custom', certificate: chain, privateKey: key }
  await attach({ hostname: 'custom.example.com', service: 'web', ssl })
  await attach({ hostname: 'plain.example.com', service: 'web', ssl: { mode: 'off' }, forceHttps: false })
}

const node = { rootDirectory: 'tools/x', installCommand: 'npm ci', buildCommand: 'npm run build' }
const built = [
  {
    name: 'api',
    kind: 'web',
    source: { builder: 'dockerfile', dockerfile: 'deploy/Dockerfile', context: 'deploy', target: 'run' },
    port: 3000,
    files: [{ path: '/etc/api.conf', source: 'deploy/api.conf' }],
    healthCheck: { type: 'command', command: ['node', 'check.js'], timeoutSeconds: 3, startPeriodSeconds: 20 },
  },
  {
    name: 'site',
    kind: 'static',
    source: { ...node, builder: 'static', outputDirectory: 'dist', runtimeVersion: '22' },
  },
  {
    name: 'jobs',
    kind: 'worker',
    source: { ...node, builder: 'auto', runtimeVersion: '22' },
    watchPaths: ['jobs/**'],
  },
  { name: 'tool', kind: 'worker', source: { ...node, builder: 'railpack' } },
]

interface RepositoryParts {
  readonly server: string
  readonly providerId: string
  readonly url: string
}

export async function addRepositoryProjects(
  context: ServersContext,
  { server, providerId, url }: RepositoryParts,
): Promise<void> {
  const post = (path: string, body: unknown) => mustAsk(context, 'POST', path, body)
  const byUrl = await post('/projects', {
    name: '0815',
    repository: { url },
    branch: 'main',
    rootDirectory: 'apps/api',
  })
  const main = await post('/environments', { projectId: byUrl.id, name: 'main', branch: 'release/1.x' })
  await post(`/environments/${main.id}/services`, { services: built })
  const byProvider = await post('/projects', { name: 'Shop', repository: { providerId, fullName: 'octo/shop' } })
  const live = await post('/environments', { projectId: byProvider.id, name: 'live', branch: 'main', serverId: server })
  await post(`/environments/${live.id}/services`, { services: built.slice(0, 1) })
  await post(`/environments/${live.id}/variables`, {
    variables: [{ key: 'STRIPE_KEY', value: 'sk_live', secret: true }],
  })
  await mustAsk(context, 'PATCH', `/environments/${live.id}/auto-deploy`, {
    enabled: true,
    watchPaths: ['src/**', '!docs/**'],
    requireChecks: true,
    polling: true,
  })
  await mustAsk(context, 'PATCH', `/projects/${byProvider.id}/preview-settings`, {
    enabled: true,
    templateEnvironmentId: live.id,
    maxOpen: 4,
    lifetimeHours: 48,
    seedCommand: { service: 'api', command: ['node', 'seed.js'] },
    allowedSecrets: ['STRIPE_KEY'],
    variables: [
      { key: 'MODE', value: 'preview', secret: false },
      { key: 'PREVIEW_KEY', value: 'only here', secret: true },
      { key: 'BASE_URL', value: '/preview', secret: false, scope: 'both', service: 'api' },
      { key: 'LINK', value: '${LONGSHORE_URL}/preview', secret: false, expand: true },
    ],
  })
}

const compose = `services:
  wiki:
    image: nginx:1.29
    ports: ["80"]
  admin:
    image: nginx:1.29
    profiles: [admin]
`

export async function addComposeProject(context: ServersContext): Promise<string> {
  const project = await mustAsk(context, 'POST', '/projects', { name: 'wiki', compose, composeProfiles: ['admin'] })
  const { id } = await mustAsk(context, 'POST', '/environments', { projectId: project.id, name: 'wiki' })
  const wiki = { name: 'wiki', kind: 'web', source: { builder: 'image', image: 'nginx:1.29' }, port: 80 }
  await mustAsk(context, 'POST', `/environments/${id}/services`, { services: [wiki] })
  return compose
}
