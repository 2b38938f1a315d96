/** The workflows of projects as those see them who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { backupsOfDeleted } from '../environments/environments.schemas.ts'
import { projectSources } from './projects.schemas.ts'

/** Everything that changes a project stands in one line per project. */
const projectObject = 'project'

const Subject = z.object({ projectId: z.uuid() })
export type ProjectSubject = z.output<typeof Subject>

export const analyzeProject = declareWorkflow({
  kind: 'analyze-project',
  object: projectObject,
  input: Subject.extend({ source: z.enum(projectSources) }),
})
/** `isForced`: a server is gone for good; what was left there is told. */
export const removeProject = declareWorkflow({
  kind: 'remove-project',
  object: projectObject,
  input: Subject.extend({ isForced: z.boolean().default(false), backups: z.enum(backupsOfDeleted).default('keep') }),
})
