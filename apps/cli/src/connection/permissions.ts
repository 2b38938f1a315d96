/**
 * Permissions of a credential. The API can't list them, but it checks the permission before the rest of a request. So each
 * permission is probed with a harmless request: those that would change something use an invalid ID.
 */
import { type Client, isProblem } from '@longshore/sdk'
import {
  cancelDeployment,
  deleteVariable,
  listAlerts,
  listApiTokens,
  listAuditLog,
  listBackups,
  listDeployments,
  listDomains,
  listEnvironments,
  listProjects,
  listServers,
  listVariables,
  restoreTrashItem,
  startDrill,
  triggerBackup,
  verifyDomain,
} from '@longshore/sdk/operations'

/** Not a valid ID: an allowed request fails at validation. */
const invalidId = 'nothing'
const one = { limit: 1 }
const pass = (sent: Promise<unknown>) =>
  sent.catch((error: unknown) => {
    if (!isProblem(error, 'not_found')) throw error
  })

const attempts = {
  'projects:read': (client: Client) => client.call(listProjects, one),
  'projects:write': (client: Client) => pass(client.call(restoreTrashItem, { id: invalidId })),
  'environments:read': (client: Client) => client.call(listEnvironments, one),
  'environments:write': (client: Client) => pass(client.call(startDrill, { id: invalidId, body: {} })),
  'deployments:read': (client: Client) => pass(client.call(listDeployments, { id: invalidId })),
  'deployments:write': (client: Client) => pass(client.call(cancelDeployment, { id: invalidId, did: invalidId })),
  'variables:read': (client: Client) => pass(client.call(listVariables, { id: invalidId })),
  'variables:write': (client: Client) => pass(client.call(deleteVariable, { id: invalidId, key: 'NOTHING' })),
  'servers:read': (client: Client) => client.call(listServers, one),
  'domains:read': (client: Client) => client.call(listDomains, one),
  'domains:write': (client: Client) => pass(client.call(verifyDomain, { id: invalidId })),
  'backups:read': (client: Client) => pass(client.call(listBackups, { id: invalidId })),
  'backups:write': (client: Client) => pass(client.call(triggerBackup, { id: invalidId, body: {} })),
  'alerts:read': (client: Client) => client.call(listAlerts, one),
  'audit:read': (client: Client) => client.call(listAuditLog, one),
  'tokens:read': (client: Client) => client.call(listApiTokens, one),
} as const

export type KnownPermission = keyof typeof attempts

const isKnown = (text: string): text is KnownPermission => Object.hasOwn(attempts, text)
const known = Object.keys(attempts).filter(isKnown)

/** Checks the permissions that tools and commands need. */
export async function findPermissions(client: Client): Promise<KnownPermission[]> {
  const answers = await Promise.all(known.map((permission) => isAllowed(client, permission)))
  return known.filter((_, index) => answers[index] === true)
}

async function isAllowed(client: Client, permission: KnownPermission): Promise<boolean> {
  try {
    await attempts[permission](client)
    return true
  } catch (error) {
    if (isProblem(error, 'forbidden')) return false
    throw error
  }
}
