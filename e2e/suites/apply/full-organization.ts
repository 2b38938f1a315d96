/** Creates an organization with everything that can be created, and with unusual values. */
import type { S3Server } from '../../fixtures/s3-server.ts'
import { connectorBody } from '../../support/fake-connector.ts'
import { registryBody } from '../../support/fixtures.ts'
import { newAccount } from '../../support/git-providers/shared-fake.ts'
import { createLockedBucket, lockedBucket } from '../../support/locked-bucket.ts'
import { sampleRepositoryUrl } from '../../support/sample-repository.ts'
import { mustAsk, type ServersContext } from '../../support/servers.ts'
import { makeCertificate } from './certificate.ts'
import { addApp, addComposeProject, addRepositoryProjects } from './full-projects.ts'

/** Returns the values of the secrets by the names that the export gives them. */
export async function createFullOrganization(context: ServersContext, s3: S3Server): Promise<Record<string, string>> {
  const post = (path: string, body: unknown) => mustAsk(context, 'POST', path, body)
  const { organizationId } = context.person
  await mustAsk(context, 'PATCH', `/organizations/${organizationId}`, {
    name: 'Hafenküche “港” & Söhne',
    quotas: { projects: 77, domains: 5000 },
  })
  for (const [email, role] of [['zoe@example.com', 'admin'], ['ada+ops@example.com', 'viewer']]) // biome-ignore format: one line
    await post(`/organizations/${organizationId}/invitations`, { email, role })
  const rules = { disk_full: { percent: 83, enabled: false }, backup_missing: { hours: 49 } }
  await mustAsk(context, 'PATCH', '/alerts/settings', { rules })
  const account = await newAccount()
  const provider = await mustAsk<{ id: string; accountLogin: string }>(
    context,
    'POST',
    '/git-provider/save-token',
    account,
  )
  const registry = { ...(await registryBody()), username: 'robot$ci' }
  await post('/registries', registry)
  const servers = await addServers(context)
  const location = await post('/backup-destinations', { type: 'controlPlane', name: 'Keller / Regal 2' })
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3
  const object = { type: 's3', name: 'Objekte', endpoint, bucket, accessKeyId, secretAccessKey }
  await post('/backup-destinations', { ...object, prefix: 'harbor/one' })
  using _locked = await createLockedBucket(s3)
  const objectLock = { mode: 'governance', days: 1 }
  await post('/backup-destinations', { ...object, name: 'Gesperrt', bucket: lockedBucket, objectLock })
  const channels = await addChannels(context)
  const certificate = await makeCertificate('custom.example.com')
  for (const hostname of ['spare.example.org', 'münchen.example.org', 'a.b.c.example.org'])
    await post('/domains', { hostname })
  await addApp(context, { ...servers, location: location.id, channels, certificate })
  await addRepositoryProjects(context, { ...servers, providerId: provider.id, url: await sampleRepositoryUrl() })
  const compose = await addComposeProject(context)
  return { gitToken: account.token, ...channels.secrets, compose, s3: secretAccessKey, ...certificate }
}

async function addServers(context: ServersContext): Promise<{ server: string; builder: string }> {
  const post = (body: unknown) => mustAsk(context, 'POST', '/servers', body)
  const fingerprint = `SHA256:${'B'.repeat(43)}`
  const jump = await post({ name: 'Sprungbrett', host: '127.0.0.1', port: 21_901, username: 'root' })
  const server = await post({
    name: 'web-1: “groß”',
    host: '127.0.0.1',
    port: 21_902,
    username: 'deploy',
    hostKeyFingerprint: fingerprint,
    jumpServerId: jump.id,
    baseDomain: 'apps.example.com',
  })
  const builder = await post({ name: '2', host: '::1', port: 21_903, username: 'root' })
  const build = { concurrency: 3, memoryBytes: 2_147_483_648, cpus: 1.5, cacheBytes: 10_737_418_240 }
  await mustAsk(context, 'PATCH', `/servers/${builder.id}`, { build })
  return { server: server.id, builder: builder.id }
}

interface Channels {
  readonly ids: Record<string, string>
  readonly secrets: Record<string, string>
}

/** Every kind. Nothing is sent to any of them while the suite runs. */
async function addChannels(context: ServersContext): Promise<Channels> {
  const { config } = await connectorBody()
  const { url } = Object(config)
  const telegram = '123456789:AAE0123456789abcdefghijklmnopqrstuvw'
  const kinds: Record<string, unknown> = {
    email: { to: 'ops@example.com' },
    slack: { url },
    discord: { url },
    telegram: { token: telegram, chatId: '-1001234567890', threadId: 7, apiUrl: 'https://telegram.example.com' },
    teams: { url },
    ntfy: { url: 'https://ntfy.example.com', topic: 'alerts-x7Kd92', token: 'tk_0123456789' },
    gotify: { url: 'https://gotify.example.com', token: 'AbCdEfGhIjKlMnO' },
    webhook: { url },
  }
  const ids: Record<string, string> = {}
  for (const [kind, own] of Object.entries(kinds)) {
    const body = {
      kind,
      name: `Kanal ${kind} – 港`,
      config: own,
      events: ['server_unreachable', 'alert_raised'],
      projectEvents: ['deployment_failed', 'backup_failed'],
      minSeverity: kind === 'email' ? 'critical' : 'warning',
    }
    ids[kind] = (await mustAsk(context, 'POST', '/notification-connectors', body)).id
  }
  await mustAsk(context, 'PATCH', `/notification-connectors/${ids.discord}`, { enabled: false })
  return { ids, secrets: { url, telegram } }
}
