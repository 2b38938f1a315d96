/** Schemas of what sweeps see on servers: containers of services, and volumes with their sizes. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'

const states = ['created', 'running', 'restarting', 'paused', 'exited', 'dead'] as const
const healths = ['starting', 'healthy', 'unhealthy'] as const

export const StoredInstance = z.object({
  serviceId: z.string(),
  slot: z.int(),
  container: z.string(),
  deploymentId: z.string().nullable(),
  state: z.enum(states),
  health: z.enum(healths).nullable(),
  startedAt: z.string().nullable(),
  restarts: z.int(),
  exitCode: z.int().nullable(),
  outOfMemory: z.boolean(),
})
export type StoredInstance = z.output<typeof StoredInstance>

export const StoredVolume = z.object({ name: z.string(), sizeBytes: z.number() })
export type StoredVolume = z.output<typeof StoredVolume>

const Instance = z
  .object({
    serviceId: idOf('svc').describe('Service that the container runs.'),
    serviceName: z.string().meta({ description: 'Name of the service within the environment.', example: 'web' }),
    number: z.int().meta({ description: 'Number among the instances of the service, counting from 1.', example: 1 }),
    container: z.string().meta({
      description: 'Name of the container on the server.',
      example: 'longshore-svc_01m7q17aa8ftdb1r4kykk73ygn',
    }),
    deploymentId: idOf('dep').nullable().describe('Deployment that created the container; null for databases.'),
    state: z
      .enum(states)
      .describe(
        'State in Docker. `created`: it has not started yet. `running`: it does its work. `restarting`: it ended, and Docker starts it again. `paused`: someone paused it on the server. `exited`: its program ended. `dead`: Docker couldn’t remove it.',
      ),
    health: z
      .enum(healths)
      .nullable()
      .describe(
        'Result of the health check in the image. `starting`: no result yet. `healthy`: the last check succeeded. `unhealthy`: several checks failed. Null if the image has none.',
      ),
    startedAt: Time.nullable().describe('When the container last started; null if it never did.'),
    restarts: z.int().describe('How often Docker restarted the container after its program ended.'),
    exitCode: z.int().nullable().describe('Exit code of the program; null while it runs.'),
    outOfMemory: z.boolean().describe('Whether its program was last ended because it used too much memory.'),
  })
  .meta({ id: 'ServiceInstance', description: 'One container of a service.' })

export const InstanceList = z
  .object({
    items: z.array(Instance).describe('One entry per container, sorted like the services. The list has no pages.'),
    observedAt: Time.nullable().describe('When Longshore last read them from the server; null if it never did.'),
  })
  .meta({ id: 'ServiceInstanceList', description: 'Containers of the services of an environment.' })
export type InstanceList = z.output<typeof InstanceList>

const VolumeUsage = z
  .object({
    serviceId: idOf('svc').describe('Service whose containers mount it.'),
    serviceName: z.string().meta({ description: 'Name of the service within the environment.', example: 'db' }),
    name: z.string().meta({ description: 'Name of the volume. The volume of a database is `data`.', example: 'data' }),
    path: z
      .string()
      .nullable()
      .meta({ description: 'Folder in the container; null for a database, which has its own.', example: '/uploads' }),
    sizeBytes: z
      .number()
      .nullable()
      .meta({ description: 'Size of all its files in bytes; null until it was measured.', example: 1_234_567 }),
    isBackedUp: z
      .boolean()
      .describe('Whether scheduled backups of the environment are on, which include every volume.'),
  })
  .meta({ id: 'VolumeUsage', description: 'A volume of a service, with its size.' })

export const VolumeList = z
  .object({
    items: z.array(VolumeUsage).describe('Volumes in the order of the services.'),
    measuredAt: Time.nullable().describe('When the sizes were last measured; null if they never were.'),
  })
  .meta({ id: 'VolumeList', description: 'Volumes of the services of an environment.' })
export type VolumeList = z.output<typeof VolumeList>
