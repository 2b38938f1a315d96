/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import { environmentObject } from '../environments/index.ts'

const DeploySubject = z.object({
  environmentId: storedId('env'),
  serverId: storedId('srv'),
  /** Server that builds the images: the same server unless another was chosen. */
  buildServerId: storedId('srv'),
  buildSlots: z.int(),
  /**
   * True when the environment has data and is live on another server, so nothing else can read or write it meanwhile.
   */
  movesData: z.boolean().default(false),
  /** Build limits that the owner of the build server set. Null means as much as is free. */
  build: z
    .object({ memoryBytes: z.number().nullable(), cpus: z.number().nullable(), cacheBytes: z.number().nullable() })
    .default({ memoryBytes: null, cpus: null, cacheBytes: null }),
})
export type DeploySubject = z.output<typeof DeploySubject>

/** The run has the ID of the deployment. */
export const deployEnvironment = declareWorkflow({
  kind: 'deploy',
  object: environmentObject,
  input: DeploySubject,
  supersedesQueued: true,
})
