/** Actions that a permission allows, after "Ask an owner or admin to". */
const actions: Readonly<Record<string, string>> = {
  'organizations:write': 'change the organization’s settings',
  'organizations:delete': 'delete the organization',
  'quotas:write': 'change quotas',
  'members:write': 'invite or change members',
  'tokens:manage': 'manage other people’s tokens',
  'audit:read': 'show you the audit log',
  'git-providers:write': 'connect Git providers',
  'registries:write': 'manage registries',
  'projects:write': 'create or change projects',
  'environments:write': 'change this environment',
  'deployments:write': 'deploy',
  'variables:write': 'change variables',
  'commands:run': 'run commands',
  'servers:write': 'add or change servers',
  'alerts:write': 'acknowledge alerts',
  'alerts:configure': 'change alert rules',
  'domains:write': 'add or change domains',
  'backups:write': 'manage backups',
  'backups:restore': 'restore data',
  'connectors:write': 'manage notification channels',
  'secrets:reveal': 'reveal secrets',
}

const people = {
  viewer: 'a member',
  developer: 'a developer, admin or owner',
  admin: 'an owner or admin',
  owner: 'an owner',
}

export const permissions = {
  other: 'do this',
  actions,
  ask: (role: keyof typeof people, action: string) => `Ask ${people[role]} to ${action}.`,
}
