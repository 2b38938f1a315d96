/** The workflow of deployments as those see it who start runs; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { environmentObject } from '../environments/index.ts'

const DeploySubject = z.object({
  environmentId: z.uuid(),
  serverId: z.uuid(),
  /** Where images are built: the server itself unless another one was chosen. */
  buildServerId: z.uuid(),
  buildSlots: z.int(),
  /** It keeps data and is live on another server: nobody else may read or write it meanwhile. */
  movesData: z.boolean().default(false),
  /** What the owner of the build server set for builds there; null: as much as is free. */
  build: z
    .object({ memoryBytes: z.number().nullable(), cpus: z.number().nullable(), cacheBytes: z.number().nullable() })
    .default({ memoryBytes: null, cpus: null, cacheBytes: null }),
})
export type DeploySubject = z.output<typeof DeploySubject>

/** The run's id is the deployment's. */
export const deployEnvironment = declareWorkflow({
  kind: 'deploy',
  object: environmentObject,
  input: DeploySubject,
  supersedesQueued: true,
})

/** One job of a cron service. Jobs of one service never overlap; a deployment does not wait for them. */
export const runCron = declareWorkflow({
  kind: 'run-cron',
  object: 'cron',
  input: z.object({ environmentId: z.uuid(), serviceId: z.uuid() }),
})
