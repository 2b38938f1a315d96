/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import { backupsOfDeleted } from '../environments/environments.schemas.ts'
import { projectSources } from './projects.schemas.ts'

/** Everything that changes a project shares one queue per project. */
const projectObject = 'project'

const Subject = z.object({ projectId: storedId('prj') })
export type ProjectSubject = z.output<typeof Subject>

export const analyzeProject = declareWorkflow({
  kind: 'analyze-project',
  object: projectObject,
  input: Subject.extend({ source: z.enum(projectSources) }),
})
/**
 * `isForced`: a server is permanently unreachable; what was left there is reported. `by`: who moves it into the trash; without
 * it, the removal is permanent.
 */
export const removeProject = declareWorkflow({
  kind: 'remove-project',
  object: projectObject,
  input: Subject.extend({
    isForced: z.boolean().default(false),
    backups: z.enum(backupsOfDeleted).default('keep'),
    by: z.object({ kind: z.enum(['user', 'token', 'system']), name: z.string() }).optional(),
  }),
})
