/** Why a deployment failed, as its output shows it, and what to change. Stored: only add fields, with defaults. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { databaseKinds } from '../environments/service-kinds.schemas.ts'

export const diagnosisCodes = [
  'missing_variable', 'start_command_missing', 'wrong_runtime_version', 'lockfile_outdated', 'out_of_memory', 'compiler_missing',
  'port_mismatch', 'listens_on_loopback', 'host_not_allowed', 'folder_not_writable', 'migration_missing', 'database_missing',
] as const // biome-ignore format: a list

export const commandFields = ['command', 'installCommand', 'buildCommand', 'releaseCommand'] as const
export type CommandField = (typeof commandFields)[number]

const label = z.string().meta({ description: 'Text of its button.', example: 'Change the port to 8080' })
const service = z.string().meta({ description: 'Service to change.' })

export const Remedy = z
  .discriminatedUnion('action', [
    z.object({
      action: z.literal('set_variable'),
      label,
      service: z.string().nullable().meta({ description: 'Service that gets the variable. Null: all services.' }),
      key: z.string(),
      scope: z.enum(['build', 'runtime', 'both']),
      value: z.string().nullable().meta({ description: 'Suggested value. Null: only you know it.' }),
      keepsValue: z.boolean().meta({ description: 'The variable exists and keeps its value; only its scope changes.' }),
    }),
    z.object({
      action: z.literal('change_command'),
      label,
      service,
      field: z.enum(commandFields).meta({ description: 'Which command of the service to change.' }),
      command: z.string().nullable().meta({ description: 'Suggested command. Null: the output suggests none.' }),
    }),
    z.object({ action: z.literal('change_port'), label, service, port: z.int() }),
    z.object({ action: z.literal('raise_memory'), label, service, memoryBytes: z.int() }),
    z.object({
      action: z.literal('raise_build_memory'),
      label,
      serverId: idOf('srv').meta({ description: 'Server that builds.' }),
      memoryBytes: z.int(),
    }),
    z.object({
      action: z.literal('add_database'),
      label,
      kind: z.enum(databaseKinds),
      name: z.string().meta({ description: 'Suggested service name of the database.' }),
    }),
    z.object({
      action: z.literal('pin_version'),
      label,
      service,
      version: z.string().nullable().meta({ description: 'Suggested runtime version. Null: the output names none.' }),
    }),
  ])
  .meta({ id: 'DeploymentRemedy' })
export type Remedy = z.output<typeof Remedy>

export const Diagnosis = z
  .object({
    code: z.enum(diagnosisCodes),
    title: z.string(),
    explanation: z.string(),
    service: z.string().nullable().meta({ description: 'Service that failed. Null: not known.' }),
    excerpt: z.array(z.string()).meta({ description: 'Lines of the output that show the cause, at most 5, masked.' }),
    remedies: z.array(Remedy).meta({ description: 'Changes that can fix it. Empty: only a change of the code can.' }),
  })
  .meta({ id: 'DeploymentDiagnosis' })
export type Diagnosis = z.output<typeof Diagnosis>
