/** Why a deployment failed, according to its output, and what to change. Stored, so only add fields, with defaults. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { databaseKinds } from '../environments/service-kinds.schemas.ts'

const causes = {
  missing_variable: 'the build or the program reads a variable that has no value',
  start_command_missing: "the service has no start command, or the command doesn't exist",
  module_missing: "the program imports a file or package that isn't in the image",
  wrong_runtime_version: 'the code asks for another version of its language',
  lockfile_outdated: "the lockfile doesn't match the manifest",
  out_of_memory: 'the build or the program reached its memory limit',
  compiler_missing: 'a package with native code has no compiler in the image',
  port_mismatch: 'the program listens on another port than the service has',
  listens_on_loopback: 'the program accepts no connections from outside its container',
  host_not_allowed: 'the program rejects requests for its domain',
  folder_not_writable: "the program can't write to a folder",
  migration_missing: 'the database has no tables yet',
  database_missing: 'the program found no database',
} as const
type DiagnosisCode = keyof typeof causes
const diagnosisCodes = Object.keys(causes) as [DiagnosisCode, ...DiagnosisCode[]]

function listOf(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(' ')
}

export const commandFields = ['command', 'installCommand', 'buildCommand', 'releaseCommand'] as const
export type CommandField = (typeof commandFields)[number]

const label = z.string().meta({ description: 'Text of its button.', example: 'Change the port to 8080' })
const service = z.string().meta({ description: 'Name of the service whose settings change.' })

export const Remedy = z
  .discriminatedUnion('action', [
    z.object({
      action: z
        .literal('set_variable')
        .meta({ description: 'Sets a variable or changes its scope, then you redeploy.' }),
      label,
      service: z.string().nullable().meta({ description: 'Service that gets the variable. Null: all services.' }),
      key: z.string().meta({ description: 'Name of the variable, as the program reads it.', example: 'DATABASE_URL' }),
      scope: z.enum(['build', 'runtime', 'both']).meta({
        description:
          'Where the variable is set. `build`: while the image is built. `runtime`: in the running program. `both`: in both.',
      }),
      value: z.string().nullable().meta({ description: 'Suggested value. Null: only you know it.' }),
      keepsValue: z.boolean().meta({ description: 'The variable exists and keeps its value; only its scope changes.' }),
    }),
    z.object({
      action: z.literal('change_command').meta({ description: 'Changes a command of the service, then you redeploy.' }),
      label,
      service,
      field: z.enum(commandFields).meta({
        description:
          'Command to change. `command`: starts the program. `installCommand`: installs packages during the build. `buildCommand`: builds the app. `releaseCommand`: runs once before the new version gets traffic.',
      }),
      command: z.string().nullable().meta({ description: 'Suggested command. Null: the output suggests none.' }),
    }),
    z.object({
      action: z
        .literal('change_port')
        .meta({ description: 'Changes the port to the one that the program uses, then you redeploy.' }),
      label,
      service,
      port: z.int().meta({ description: 'Port on which the program listens.' }),
    }),
    z.object({
      action: z
        .literal('raise_memory')
        .meta({ description: 'Raises the memory limit of the service, then you redeploy.' }),
      label,
      service,
      memoryBytes: z.int().meta({ description: 'Suggested memory limit of the service in bytes.' }),
    }),
    z.object({
      action: z
        .literal('raise_build_memory')
        .meta({ description: 'Raises the memory limit of builds on the server, then you redeploy.' }),
      label,
      serverId: idOf('srv').meta({ description: 'Server that ran the failed build.' }),
      memoryBytes: z.int().meta({ description: 'Suggested memory limit of builds on this server in bytes.' }),
    }),
    z.object({
      action: z
        .literal('add_database')
        .meta({ description: 'Adds a database service to the environment, then you redeploy.' }),
      label,
      kind: z.enum(databaseKinds).meta({
        description: `Database engine that the program tried to reach: ${databaseKinds.map((kind) => `\`${kind}\``).join(', ')}.`,
      }),
      name: z.string().meta({ description: 'Suggested service name of the database.' }),
    }),
    z.object({
      action: z
        .literal('pin_version')
        .meta({ description: "Pins the version of the service's language, then you redeploy." }),
      label,
      service,
      version: z.string().nullable().meta({ description: 'Suggested runtime version. Null: the output names none.' }),
    }),
  ])
  .meta({ id: 'DeploymentRemedy' })
export type Remedy = z.output<typeof Remedy>

export const Diagnosis = z
  .object({
    code: z.enum(diagnosisCodes).meta({ description: `Cause of the failure, stable for programs. ${listOf(causes)}` }),
    title: z.string().meta({ description: 'Cause in one short sentence, for a heading.' }),
    explanation: z
      .string()
      .meta({ description: 'What the output shows, and why the deployment failed because of it.' }),
    service: z.string().nullable().meta({ description: 'Service that failed. Null: not known.' }),
    excerpt: z.array(z.string()).meta({ description: 'Lines of the output that show the cause, at most 5, masked.' }),
    remedies: z.array(Remedy).meta({ description: 'Changes that can fix it. Empty: only a change of the code can.' }),
  })
  .meta({ id: 'DeploymentDiagnosis' })
export type Diagnosis = z.output<typeof Diagnosis>
