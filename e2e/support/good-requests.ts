/**
 * Needs of a successful request beyond an owner, new resources and a body made from the schema. Every operation of
 * openapi.json must succeed once in the sweeps: one that can't on its own gets its entry here.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AutoDeploy } from '@longshore/sdk'
import { accountRequests } from './account-requests.ts'
import { adoptionRequests } from './adoption-requests.ts'
import { signUp } from './client.ts'
import { insertFakeBackup } from './fake-backup.ts'
import { connectorBody } from './fake-connector.ts'
import { insertFakeMove } from './fake-move.ts'
import { insertFakeRehearsal } from './fake-rehearsal.ts'
import { insertFakeRestore } from './fake-restore.ts'
import {
  destinationBody,
  freezeServices,
  giveServer,
  insertFakeDelivery,
  insertFakeImage,
  makeEnvironment,
  markConnected,
  markHardened,
  markLive,
  markOffered,
  markRestored,
  registryBody,
  serverBody,
  tomorrow,
} from './fixtures.ts'
import { newAccount, sharedFakeGithub } from './git-providers/shared-fake.ts'
import { sampleRepositoryUrl } from './sample-repository.ts'
import { must, type Setting } from './setting.ts'
import { templateRequests } from './template-requests.ts'

export interface GoodRequest {
  token?: string
  /** Builds a body that is valid only for a moment, such as a code. */
  bodyAtSend?: () => unknown
  path?: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

export const goodRequests: Record<string, (setting: Setting) => Promise<GoodRequest>> = {
  ...accountRequests,
  hardenServer: async (setting) => ({ path: { id: await connectedServer(setting) }, body: { dryRun: true } }),
  revertHardening: async (setting) => {
    const id = await connectedServer(setting)
    await markHardened(setting.instance, id)
    return { path: { id }, body: {} }
  },
  updatePreviewSettings: async () => ({ body: { maxOpen: 3, lifetimeHours: 24 } }),
  createServer: async () => ({ body: serverBody('Sweeps') }),
  updateServer: async () => ({ body: { name: 'Renamed' } }),
  rotateServerKey: async (setting) => ({ path: { id: await connectedServer(setting) }, body: {} }),
  cleanUpServer: async (setting) => ({ path: { id: await connectedServer(setting) }, body: { dryRun: true } }),
  installDocker: async (setting) => ({ path: { id: await connectedServer(setting) } }),
  // An empty list needs no connected machine of its own.
  replaceServerAllowances: async () => ({ body: {} }),
  acceptServerHostKey: async (setting) => {
    const id = await connectedServer(setting)
    return { path: { id }, body: { fingerprint: await markOffered(setting.instance, id) } }
  },
  saveGitToken: async () => ({ body: await newAccount() }),
  completeGithubApp: async ({ instance, organizationId, people }) => {
    const started = await must(instance, 'POST', '/api/v1/git-providers/github-app', {
      token: people.owner.token,
      organization: organizationId,
      body: { baseUrl: (await sharedFakeGithub()).url },
    })
    return { body: { code: 'anybody-code', state: started.body.state } }
  },
  createProject: async () => ({ body: { name: `Sweeps ${randomUUID()}`, image: 'nginx' } }),
  ...templateRequests,
  ...adoptionRequests,
  createExample: async (setting) => ({ body: { serverId: await connectedServer(setting) } }),
  updateProject: async () => ({ body: { name: 'Renamed' } }),
  retryAnalysis: async (setting) => ({ path: { id: await analyzedProject(setting) }, body: {} }),
  finalizeProject: async (setting) => ({
    path: { id: await analyzedProject(setting) },
    body: { environment: { name: 'production' } },
  }),
  analyzeRepository: async () => ({ query: `?url=${encodeURIComponent(await sampleRepositoryUrl())}` }),
  createBackupDestination: async () => ({ body: destinationBody() }),
  updateBackupDestination: async () => ({ body: { name: `Renamed ${randomUUID()}` } }),
  getBackupConfig: async (setting) => ({ path: { id: await backedUpEnvironment(setting) } }),
  updateBackupConfig: async () => ({ body: { destination: { type: 'controlPlane' }, schedule: '0 4 * * *' } }),
  triggerBackup: async (setting) => {
    const id = await backedUpEnvironment(setting)
    await giveServer(setting, id)
    await markLive(setting.instance, id)
    return { path: { id }, body: {} }
  },
  cancelBackup: async (setting) => {
    const id = await makeEnvironment(setting, 'Being backed up')
    return { path: { id, bid: await insertFakeBackup(setting, id, { isBegun: true }) } }
  },
  restoreBackup: async (setting) => {
    const id = await liveEnvironment(setting)
    const body = { target: 'inPlace', confirm: 'Live', safetyBackup: false }
    return { path: { id, bid: await insertFakeBackup(setting, id) }, body }
  },
  testRestore: async (setting) => {
    const id = await liveEnvironment(setting)
    return { path: { id, bid: await insertFakeBackup(setting, id) } }
  },
  confirmRestore: async (setting) => await restoredEnvironment(setting),
  undoRestore: async (setting) => await restoredEnvironment(setting),
  confirmMove: async (setting) => {
    const id = await liveEnvironment(setting)
    return { path: { id, did: await insertFakeMove(setting, id, await connectedServer(setting)) } }
  },
  recoverEnvironment: async (setting) => ({
    path: { id: await liveEnvironment(setting) },
    body: { serverId: await connectedServer(setting), force: true },
  }),
  recoverServer: async (setting) => ({ body: { serverId: await connectedServer(setting), force: true } }),
  getRecovery: async (setting) => ({ path: { id: await liveEnvironment(setting) } }),
  startDrill: async (setting) => ({
    path: { id: await liveEnvironment(setting) },
    body: { serverId: await connectedServer(setting) },
  }),
  cancelRestore: async (setting) => await restoredEnvironment(setting, true),
  // A text file that isn't SQL: it is accepted, and the run refuses it.
  importSql: async (setting) => ({
    path: { id: await liveEnvironment(setting) },
    query: '?confirm=Live&safetyBackup=false',
    body: 'SELECT 1',
    headers: { 'content-type': 'application/sql' },
  }),
  confirmImport: async (setting) => await importedEnvironment(setting),
  undoImport: async (setting) => await importedEnvironment(setting),
  cancelImport: async (setting) => await importedEnvironment(setting, true),
  testBackupConfig: async (setting) => ({ path: { id: await backedUpEnvironment(setting) } }),
  confirmInstanceRestore: async ({ instance }) => {
    await markRestored(instance)
    return {}
  },
  // Each account can send only ten per hour, and other parts of the sweep use up those of the owner.
  sendInstanceTestEmail: async ({ instance }) => {
    const { token, organizationId } = await signUp(instance)
    return { token, headers: { 'longshore-organization': organizationId } }
  },
  saveRegistry: async () => ({ body: await registryBody() }),
  createConnector: async () => ({ body: await connectorBody() }),
  updateConnector: async () => ({ body: { name: `Renamed ${randomUUID()}`, projectEvents: ['deployment_failed'] } }),
  replaceConnectorLinks: async (setting) => {
    const as = { token: setting.people.owner.token, organization: setting.organizationId }
    const path = '/api/v1/notification-connectors'
    const { id: connectorId } = (await must(setting.instance, 'POST', path, { ...as, body: await connectorBody() }))
      .body
    return { body: { links: [{ connectorId, events: ['deployment_failed'] }] } }
  },
  createEnvironment: async (setting) => ({
    body: { projectId: await analyzedProject(setting), name: `Sweeps ${randomUUID()}` },
  }),
  updateMe: async () => ({ body: { name: 'Ada Lovelace' } }),
  updateEnvironment: async () => ({ body: { name: 'Renamed' } }),
  // A branch needs a repository, which other fixtures don't have.
  changeBranch: async (setting) => ({ path: { id: await repositoryEnvironment(setting) }, body: { branch: 'next' } }),
  linkServer: async (setting) => ({ body: { serverId: await connectedServer(setting) } }),
  configureServices: async () => ({
    body: { services: [{ name: 'web', kind: 'web', source: { builder: 'image', image: 'nginx' } }] },
  }),
  checkCompose: async () => ({ body: { compose } }),
  revealComposeFile: async (setting) => ({ path: { id: await composeEnvironment(setting) } }),
  validateComposeFile: async (setting) => ({
    path: { id: await composeEnvironment(setting) },
    body: { compose: editedCompose },
  }),
  saveComposeFile: async (setting) => ({
    path: { id: await composeEnvironment(setting) },
    body: { compose: editedCompose },
  }),
  addVariables: async () => ({ body: { variables: [{ key: 'SWEEPS', value: 'any' }] } }),
  replaceVariables: async () => ({ body: { env: 'SWEEPS=any' } }),
  stopEnvironment: async (setting) => ({ path: { id: await liveEnvironment(setting) } }),
  restartEnvironment: async (setting) => ({ path: { id: await liveEnvironment(setting) } }),
  restartService: async (setting) => {
    const id = await liveEnvironment(setting)
    await freezeServices(setting.instance, id)
    const as = { token: setting.people.owner.token, organization: setting.organizationId }
    const { services } = (await must(setting.instance, 'GET', `/api/v1/environments/${id}`, as)).body
    const [web] = services.filter(({ kind }: { kind: string }) => kind === 'web')
    return { path: { id, serviceId: String(web?.id) } }
  },
  startEnvironment: async (setting) => ({ path: { id: await liveEnvironment(setting, true) } }),
  createDeployment: async (setting) => {
    const id = await makeEnvironment(setting, 'Deployed')
    await giveServer(setting, id)
    return { path: { id }, body: {} }
  },
  compareWithLive: async () => ({ query: '?commit=4b825dc642cb6eb9a060e54bf8d69288fbee4904' }),
  scheduleDeployment: async (setting) => {
    const id = await makeEnvironment(setting, 'Scheduled')
    await giveServer(setting, id)
    return { path: { id }, body: { startAt: tomorrow() } }
  },
  registerDomain: async () => ({ body: { hostname: `register-${randomUUID()}.example.com` } }),
  attachDomain: async () => ({ body: { hostname: `attach-${randomUUID()}.example.com` } }),
  detachDomain: async (setting) => {
    const id = await makeEnvironment(setting, 'With a domain')
    const as = { token: setting.people.owner.token, organization: setting.organizationId }
    const body = { hostname: `detach-${randomUUID()}.example.com` }
    const made = await must(setting.instance, 'POST', `/api/v1/environments/${id}/domain`, { ...as, body })
    return { path: { id, domainId: String(made.body.domainId) } }
  },
  cancelDeployment: async (setting) => {
    const id = await makeEnvironment(setting, 'Cancelled')
    await giveServer(setting, id)
    return { path: { id, did: await deploy(setting, id) } }
  },
  rollBackDeployment: async (setting) => ({ path: await liveDeployment(setting) }),
  getRehearsal: async (setting) => {
    const path = await liveDeployment(setting)
    await insertFakeRehearsal(setting, path.did)
    return { path }
  },
  diffDeployments: async (setting) => {
    const path = await liveDeployment(setting)
    return { path, query: `?against=${path.did}` }
  },
  promoteEnvironment: async (setting) => {
    const { instance, organizationId, people } = setting
    const as = { token: people.owner.token, organization: organizationId }
    const fromEnvironmentId = await liveEnvironment(setting)
    const { projectId } = (await must(instance, 'GET', `/api/v1/environments/${fromEnvironmentId}`, as)).body
    const body = { projectId, name: 'Promoted', copyFrom: fromEnvironmentId }
    const id = String((await must(instance, 'POST', '/api/v1/environments', { ...as, body })).body.id)
    await giveServer(setting, id)
    return { path: { id }, body: { fromEnvironmentId } }
  },
  setAutoDeploy: async (setting) => ({ path: { id: await repositoryEnvironment(setting) }, body: { enabled: true } }),
  redeliverWebhook: async (setting) => {
    const id = await repositoryEnvironment(setting)
    return { path: { id, did: await insertFakeDelivery(setting.instance, id) } }
  },
  receiveWebhook: async (setting) => {
    const { instance, organizationId, people } = setting
    const as = { token: people.owner.token, organization: organizationId }
    const environmentId = await repositoryEnvironment(setting)
    const path = `/api/v1/environments/${environmentId}/auto-deploy`
    const { webhook } = (await must<AutoDeploy>(instance, 'PATCH', path, { ...as, body: { enabled: true } })).body
    const headers = { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': String(webhook.secret) }
    return { path: { environmentId }, body: {}, headers }
  },
  rotateServiceCredentials: async (setting) => {
    const id = await liveEnvironment(setting)
    const as = { token: setting.people.owner.token, organization: setting.organizationId }
    const { services } = (await must(setting.instance, 'GET', `/api/v1/environments/${id}`, as)).body
    const [database] = services.filter(({ kind }: { kind: string }) => kind === 'postgres')
    return { path: { id, serviceId: String(database?.id) } }
  },
  // The container can't be created there, which the stream reports.
  runCommand: async (setting) => {
    const id = await liveEnvironment(setting)
    await insertFakeImage(setting.instance, id)
    return { path: { id }, body: { service: 'web', command: ['true'] } }
  },
  testConnection: async () => ({ body: { host: '127.0.0.1', port: 1, username: 'root' } }),
}

/**
 * An image is analyzed without a Git provider, in a moment. Analyses have a low priority, so a busy machine takes
 * longer.
 */
async function analyzedProject({ instance, organizationId, people }: Setting): Promise<string> {
  const as = { token: people.owner.token, organization: organizationId }
  const body = { name: 'Analysed', image: 'nginx' }
  const id = String((await must(instance, 'POST', '/api/v1/projects', { ...as, body })).body.id)
  for (const deadline = Date.now() + 180_000; Date.now() < deadline; await delay(50)) {
    const { analysis } = (await must(instance, 'GET', `/api/v1/projects/${id}`, as)).body
    if (analysis.finishedAt !== null) return id
  }
  throw new Error('the analysis of an image does not end')
}

async function repositoryEnvironment(setting: Setting): Promise<string> {
  const { instance, organizationId, people } = setting
  const as = { token: people.owner.token, organization: organizationId }
  const repository = { url: await sampleRepositoryUrl() }
  const project = await must(instance, 'POST', '/api/v1/projects', { ...as, body: { name: 'Sources', repository } })
  const body = { projectId: project.body.id, name: 'production', branch: 'main' }
  return String((await must(instance, 'POST', '/api/v1/environments', { ...as, body })).body.id)
}

const compose = 'services:\n  web:\n    image: nginx:1.29\n    ports: ["80"]\n'
const editedCompose = compose.replace('1.29', '1.30')

/** Creates an environment of a project that was created from compose text. */
async function composeEnvironment({ instance, organizationId, people }: Setting): Promise<string> {
  const as = { token: people.owner.token, organization: organizationId }
  const project = await must(instance, 'POST', '/api/v1/projects', { ...as, body: { name: 'Composed', compose } })
  const body = { projectId: project.body.id, name: 'production' }
  return String((await must(instance, 'POST', '/api/v1/environments', { ...as, body })).body.id)
}

/** Creates an environment with backup settings. */
async function backedUpEnvironment(setting: Setting): Promise<string> {
  const id = await makeEnvironment(setting, 'Backed up')
  const as = { token: setting.people.owner.token, organization: setting.organizationId }
  const body = { destination: { type: 'controlPlane' }, enabled: false }
  await must(setting.instance, 'PATCH', `/api/v1/environments/${id}/backups/config`, { ...as, body })
  return id
}

async function restoredEnvironment(setting: Setting, isBegun = false) {
  const id = await liveEnvironment(setting)
  return { path: { id, rid: await insertFakeRestore(setting, id, { isBegun }) } }
}

async function importedEnvironment(setting: Setting, isBegun = false) {
  const id = await liveEnvironment(setting)
  return { path: { id, importId: await insertFakeRestore(setting, id, { isBegun, isImport: true }) } }
}

async function liveEnvironment(setting: Setting, isStopped = false): Promise<string> {
  return (await liveDeployment(setting, isStopped)).id
}

async function liveDeployment(setting: Setting, isStopped = false): Promise<{ id: string; did: string }> {
  const id = await makeEnvironment(setting, 'Live')
  await giveServer(setting, id)
  return { id, did: await markLive(setting.instance, id, isStopped) }
}

async function deploy({ instance, organizationId, people }: Setting, id: string): Promise<string> {
  const as = { token: people.owner.token, organization: organizationId }
  const made = await must(instance, 'POST', `/api/v1/environments/${id}/deployments`, { ...as, body: {} })
  return String(made.body.id)
}

async function connectedServer({ instance, organizationId, people }: Setting): Promise<string> {
  const made = await must(instance, 'POST', '/api/v1/servers', {
    token: people.owner.token,
    organization: organizationId,
    body: serverBody('Connected'),
  })
  await markConnected(instance, String(made.body.id))
  return String(made.body.id)
}
