/**
 * Deletes a project. It shares the queue with the project's analyses, so a canceled one has ended when this begins. A
 * project with environments has these removed first, by their own runs. Idempotent.
 */
import { z } from 'zod'
import { type StepContext, step, type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { removeProject } from '../projects.references.ts'
import { deleteOrTakeDown } from '../remove-project.action.ts'
import { subjectOf } from './analysis-run.context.ts'

type Input = z.output<typeof removeProject.input>

export function createRemoveProject(): Workflow<Input> {
  const forget = step({
    name: 'forget',
    output: z.object({}),
    deadlineMs: 15_000,
    retriesDeadline: true,
    cancellable: false,
    async run(context: StepContext<Input>) {
      const { organizationId, projectId: id } = subjectOf(context)
      const { isForced, backups, by } = context.input
      context.record((tx) => deleteOrTakeDown(tx, organizationId, { id, isForced, backups, by }))
      return {}
    },
  })
  return workflow(removeProject, [forget])
}
