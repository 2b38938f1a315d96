/** An environment: services, URLs, and what is still to do. */
import type { Environment } from '@longshore/sdk'
import { formatStatus } from './format.ts'
import type { Line } from './text.ts'

export function environmentLines(environment: Environment, projectName?: string): Line[] {
  const { name, status, services, domains, missingVariables, pendingChanges, serverId } = environment
  const label = projectName === undefined ? name : `${projectName}/${name}`
  const missing = missingVariables.map(({ key }) => key).join(', ')
  return [
    [{ text: label, style: 'bold' }, ' is ', formatStatus(status), '.'],
    ...services.map((each): Line => `  ${each.name}: ${each.kind}`),
    ...domains.map((each): Line => `  ${each.url}`),
    ...(serverId === null ? ['  No server yet. Choose one: longshore environment set --server SERVER'] : []),
    ...(missing === '' ? [] : [`  Variables to set: ${missing}. Use: longshore env set KEY=VALUE`]),
    ...pendingChanges.map((each): Line => ({ text: `  With the next deployment: ${each.message}`, style: 'dim' })),
  ]
}
