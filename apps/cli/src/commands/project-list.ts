import { listProjects } from '@longshore/sdk/operations'
import { defineList } from '../define-list.ts'
import { formatStatus, formatWhen } from '../terminal/format.ts'

export const projectList = defineList({
  path: 'project list',
  summary: 'List projects and their environments.',
  operation: listProjects,
  heads: ['NAME', 'STATE', 'SOURCE', 'ENVIRONMENTS', 'CHANGED'],
  row: (each) => [
    each.name,
    formatStatus(each.status),
    each.repository?.fullName ?? each.image ?? each.source,
    each.environments.map(({ name }) => name).join(', ') || '–',
    formatWhen(each.updatedAt),
  ],
  empty: 'No projects yet. Create one: longshore project create NAME --url REPOSITORY',
})
