/** Brings a project back from the trash, and purges it. */
import { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { requireQuota } from '../organizations/index.ts'
import {
  dropTrashItem,
  listTrashItemsWithin,
  restoreRows,
  subjectOf,
  type TrashHandler,
  type TrashRow,
  updateTrashItem,
} from '../trash/index.ts'
import { publishProjectUpdated } from './projects.events.ts'
import { removeProject } from './projects.references.ts'
import { countProjects } from './projects.repository.ts'

const Facts = z.object({ slug: z.string() })

/** Lets the rows of an environment return, so that its removal finds them. */
type ReturnEnvironment = (tx: Tx, item: TrashRow) => Promise<void>

export function createTrashedProjects(returnEnvironment: ReturnEnvironment): TrashHandler {
  return {
    async prepare(tx, organizationId, { facts }) {
      await requireQuota(tx, organizationId, { name: 'projects', count: () => countProjects(tx, organizationId) })
      return { projects: { slug: Facts.parse(facts).slug, deletion_requested_at: null } }
    },
    async announce(tx, organizationId, item) {
      await publishProjectUpdated(tx, organizationId, {
        projectId: subjectOf(item, 'prj'),
        changed: 'project',
        action: 'restored',
      })
    },
    async purge(tx, organizationId, item, { isForced }) {
      // Another project can have its slug by now.
      const changes = { slug: `purge-${item.id.slice(-12)}`, deletion_requested_at: new Date().toISOString() }
      await restoreRows(tx, { item, changes: { projects: changes } })
      for (const each of await listTrashItemsWithin(tx, organizationId, item.id)) {
        // Values of variables, removed services, and the like are removed with their environment.
        if (each.kind !== 'environment') {
          await dropTrashItem(tx, organizationId, each.id)
          continue
        }
        await returnEnvironment(tx, each)
        await updateTrashItem(tx, organizationId, { id: each.id, status: 'purging' })
      }
      const id = subjectOf(item, 'prj')
      const input = { projectId: id, isForced, backups: 'keep' as const }
      await startRun(tx, { workflow: removeProject, key: id, input, organizationId })
      return 'started'
    },
  }
}
