/** Schemas of recoveries: an environment of a lost server is rebuilt on another one from its backups. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { Deployment } from '../../deployments/deployments.schemas.ts'
import { ServiceName } from '../../environments/services.schemas.ts'
import { Drill, RecoverySettings } from './drills/drills.schemas.ts'

const withoutData = z
  .array(ServiceName)
  .max(100)
  .default([])
  .meta({
    description:
      'Services that start without their data because they have no usable backup. Without this, they prevent the recovery.',
    example: ['cache'],
  })
const choices = {
  serverId: idOf('srv').describe('Server that the environment runs on from now on.'),
  allowDataLoss: z
    .boolean()
    .default(false)
    .describe(
      'Confirms that everything written after the newest backups is lost. Required for environments with data; see `predicted` of `GET /environments/{id}/recovery`.',
    ),
  force: z
    .boolean()
    .default(false)
    .describe('Recovers although Longshore can still reach the old server. The old server isn’t used in any case.'),
}

export const RecoverBody = z.strictObject({ ...choices, withoutData }).meta({ id: 'RecoverRequest' })
export type RecoverBody = z.output<typeof RecoverBody>

export const RecoverServerBody = z.strictObject(choices).meta({ id: 'RecoverServerRequest' })
export type RecoverServerBody = z.output<typeof RecoverServerBody>

export const RecoveredEnvironment = z
  .object({
    environmentId: idOf('env'),
    environment: z.string().meta({ description: 'Display name at the time of the request.', example: 'production' }),
    deployment: Deployment.nullable().describe(
      'Rebuilds or pulls the images, restores the newest backups, and starts the services. Null if `problem` is set.',
    ),
    problem: z
      .object({
        code: z.string().meta({
          description: 'Machine-readable reason, which `/problems/{code}` explains.',
          example: 'recovery_without_backup',
        }),
        detail: z.string().describe('Why this environment was left out.'),
        hint: z.string().describe('Next step before you recover this environment again, in a sentence for people.'),
      })
      .nullable()
      .describe('Why it was left out. Null if its recovery started.'),
  })
  .meta({ id: 'RecoveredEnvironment' })
export const ServerRecovery = z
  .object({
    serverId: idOf('srv').describe('Old server, from the path of the request.'),
    items: z.array(RecoveredEnvironment).describe('One entry for each environment that is live on the server.'),
  })
  .meta({ id: 'ServerRecovery', description: 'Recovery of all environments of a server.' })
export type ServerRecovery = z.output<typeof ServerRecovery>

const PlannedData = z
  .object({
    serviceId: idOf('svc'),
    service: z
      .string()
      .meta({ description: 'Database or app in the live version that owns the data.', example: 'postgres' }),
    volume: z.string().nullable().describe('Name of the volume. Null for a database.'),
    backupId: idOf('bkp').nullable().describe('Newest usable backup. Null without one.'),
    dataAt: Time.nullable().describe('When the backup read the data. Everything later would be lost.'),
    location: z.string().nullable().meta({ description: 'Storage location of the backup.', example: 'S3 Frankfurt' }),
    isProven: z.boolean().describe('Whether the backup passed a restore test.'),
  })
  .meta({ id: 'RecoverableData' })

const Obstacle = z
  .object({
    code: z
      .string()
      .meta({ description: 'Stable code that programs can match on.', example: 'recovery_without_backup' }),
    service: z
      .string()
      .nullable()
      .describe('Owner of the data or image that would be lost. Null if nothing is deployed.'),
    message: z.string().describe('What prevents a recovery, for people.'),
  })
  .meta({ id: 'RecoveryObstacle' })
export type Obstacle = z.output<typeof Obstacle>

const DnsChange = z
  .object({
    hostname: z.string().meta({ description: 'Name of the record.', example: 'shop.example.com' }),
    from: z.array(z.string()).meta({ description: 'IP addresses of the current server.', example: ['192.0.2.7'] }),
    to: z
      .array(z.string())
      .meta({ description: 'IP addresses of the chosen server. Empty without one.', example: ['192.0.2.8'] }),
  })
  .meta({ id: 'RecoveryDnsChange' })

export const Recovery = z
  .object({
    environmentId: idOf('env'),
    serverId: idOf('srv').nullable().describe('Server of the live version. Null if nothing is live.'),
    isServerLost: z.boolean().describe('Whether Longshore can’t reach this server now.'),
    isRecoverable: z.boolean().describe('Whether all data and images can be rebuilt without this server.'),
    obstacles: z.array(Obstacle).describe('What prevents it. Empty if it is recoverable.'),
    data: z.array(PlannedData).describe('Data of the environment, with the backup that a recovery would use.'),
    predicted: z
      .object({
        recoverySeconds: z
          .int()
          .nullable()
          .describe('Time until the environment responds again. Null while nothing is known.'),
        basis: z
          .enum(['drill', 'estimate'])
          .nullable()
          .describe('`drill`: measured by the last drill. `estimate`: from deployments and the size of the backups.'),
        lossSeconds: z
          .int()
          .nullable()
          .describe('Age of the oldest backup that would be used. Null if some data has no usable backup.'),
      })
      .describe('What a recovery would take and cost if the server were lost now.'),
    dns: z.array(DnsChange).describe('DNS records to change after a recovery on the server in `serverId`.'),
    oldData: z
      .object({
        deploymentId: idOf('dep').describe('Recovery to confirm with `POST /environments/{id}/moves/{did}/confirm`.'),
        serverId: idOf('srv').describe('Where the environment ran before. Confirming deletes the data there.'),
        since: Time.describe('When the recovery started.'),
        fencedAt: Time.nullable().describe('When everything on the old server was stopped. Null until it came back.'),
      })
      .nullable()
      .describe('Data from before the last recovery on the server that was lost. Null without any.'),
    settings: RecoverySettings.describe('Automatic drills, and the targets of the environment.'),
    lastDrill: Drill.nullable().describe('Newest drill. Null before the first.'),
  })
  .meta({ id: 'Recovery', description: 'What a recovery of an environment would use, take, and cost.' })
export type Recovery = z.output<typeof Recovery>

export const RecoveryQuery = z.strictObject({
  serverId: idOf('srv').optional().describe('Server to recover on, to see the DNS records to change.'),
})
export type RecoveryQuery = z.output<typeof RecoveryQuery>
