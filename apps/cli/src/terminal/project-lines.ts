/** A project and what its analysis found. */
import type { Project } from '@longshore/sdk'
import { formatStatus } from './format.ts'
import type { Line } from './text.ts'

export function projectLines({ name, status, analysis, environments }: Project): Line[] {
  const { services = [], databases = [], variables = [], error = null } = analysis ?? {}
  const required = variables.filter((each) => each.required && each.providedBy === null).map(({ key }) => key)
  return [
    [{ text: name, style: 'bold' }, ' is ', formatStatus(status), '.'],
    ...services.map(
      (each): Line => `  ${each.name}: ${[each.kind, each.framework ?? each.language].filter(Boolean).join(', ')}`,
    ),
    ...databases.map((each): Line => `  ${each.name}: ${each.engine}`),
    ...(required.length === 0 ? [] : [`  Variables to set: ${required.join(', ')}`]),
    ...(error === null ? [] : [`  ${error.detail}`, `  ${error.hint}`]),
    ...environments.map((each): Line => [`  ${name}/${each.name}: `, formatStatus(each.status)]),
  ]
}
