/**
 * Lets go of a project. It stands in one line with the project's analyses, so the one that was cancelled for it has ended when
 * this begins. Nothing of a project is on servers yet; what puts it there adds its step before `forget`. Doing it twice is
 * doing it once.
 */
import { z } from 'zod'
import { type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { type ProjectSubject, removeProject } from '../project-workflows.ts'
import { publishProjectUpdated } from '../projects.events.ts'
import { deleteProject } from '../projects.repository.ts'
import { subjectOf } from './analysis-run.ts'

export function createRemoveProject(): Workflow<ProjectSubject> {
  const forget = step({
    name: 'forget',
    output: z.object({}),
    deadlineMs: 15_000,
    cancellable: false,
    async run(context: StepContext<ProjectSubject>) {
      const { organizationId, projectId } = subjectOf(context)
      context.record(async (tx) => {
        if (!(await deleteProject(tx, organizationId, projectId))) return
        await publishProjectUpdated(tx, organizationId, { projectId, changed: 'project', action: 'deleted' })
      })
      return {}
    },
  })
  return workflow(removeProject, [forget])
}
