/** Descriptions of permissions and roles, as shown in the API reference. */
import type { Permission, Role } from './permissions.ts'

export const permissionDescriptions: Record<Permission, string> = {
  'organizations:read': 'see the organization and the instance',
  'organizations:write': 'rename the organization',
  'organizations:delete': 'delete the organization',
  'quotas:write': 'change quotas',
  'members:read': 'see members and invitations',
  'members:write': 'invite, change, and remove members',
  'tokens:read': 'see your own API tokens',
  'tokens:write': 'create and revoke your own API tokens',
  'tokens:manage': 'see and revoke the API tokens of everyone',
  'audit:read': 'read the audit log',
  'events:read': 'follow the event stream',
  'git-providers:read': 'see Git provider connections and their repositories',
  'git-providers:write': 'connect and disconnect Git providers',
  'registries:read': 'see registry credentials',
  'registries:write': 'save and delete registry credentials',
  'projects:read': 'see projects and their analyses',
  'projects:write': 'create, change, and delete projects',
  'environments:read': 'see environments, logs, and metrics',
  'environments:write': 'create, change, and delete environments',
  'deployments:read': 'see deployments and their logs',
  'deployments:write': 'deploy, roll back, start, and stop',
  'variables:read': 'see variable names',
  'variables:write': 'set variables and see values that are not secret',
  'commands:run': 'run commands in containers',
  'servers:read': 'see servers and their security',
  'servers:write': 'register, change, harden, and delete servers',
  'alerts:read': 'see alerts',
  'alerts:write': 'acknowledge alerts',
  'alerts:configure': 'change alert thresholds',
  'domains:read': 'see domains',
  'domains:write': 'register, attach, and delete domains',
  'backups:read': 'see backups and their schedules',
  'backups:write': 'create, download, and delete backups, and change backup schedules',
  'backups:restore': 'restore backups and import data',
  'connectors:read': 'see notification channels',
  'connectors:write': 'create, change, and delete notification channels',
  'secrets:reveal': 'reveal secret values and download decrypted backups',
}

export const roleDescriptions: Record<Role, string> = {
  viewer: 'can see everything except secrets and the audit log',
  developer: 'can also deploy, and change projects, environments, and variables',
  admin: 'can also manage servers, domains, backups, and notification channels, and reveal secrets',
  owner: 'can also manage members and quotas, and delete the organization',
}

/** Formats entries as `name`: description, one after the other. */
export function listDescriptions(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(' ')
}
