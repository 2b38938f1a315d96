/** Facts and findings of a rehearsal. Stored, so only add fields, with defaults. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { rehearsableEngines } from '../../environments/service-kinds.schemas.ts'

const rehearsalStatuses = ['passed', 'reported', 'stopped', 'skipped'] as const
export type RehearsalStatus = (typeof rehearsalStatuses)[number]

const rehearsalRules = [
  'command_failed', 'over_time', 'disk_exceeded', 'long_lock', 'table_rewritten', 'destructive_change', 'rows_removed',
  'queries_fail', 'several_heads',
] as const // biome-ignore format: a list

const skipReasons = [
  'no_backup', 'backup_too_old', 'backup_too_large', 'not_enough_disk', 'not_enough_memory', 'restore_failed',
  'server_unavailable',
] as const // biome-ignore format: a list

export const RehearsalFinding = z.object({
  rule: z
    .enum(rehearsalRules)
    .describe(
      '`command_failed`: the release command failed on the copy. `over_time`: it ran longer than `maxSeconds`. `disk_exceeded`: it needed more disk than `maxDiskGrowthBytes`, or than the server has. `long_lock`: it blocked an existing table longer than `maxLockSeconds`. `table_rewritten`: it rewrote a table of at least `largeTableBytes` under a lock. `destructive_change`: it dropped a table or a column, which includes renaming. `rows_removed`: it deleted most rows of a table. `queries_fail`: queries of the live version no longer work afterwards. `several_heads`: the migrations have more than one head.',
    ),
  service: z.string().nullable().meta({
    description: 'Service that the finding is about: a database, or the service with the release command.',
    example: 'db',
  }),
  detail: z.string().meta({
    description: 'What happened, for people.',
    example: 'The column public.users.email was dropped.',
  }),
  stops: z.boolean().describe('Whether this finding stops a deployment in the mode `stop`.'),
})
export type RehearsalFinding = z.output<typeof RehearsalFinding>

export const RehearsedCommand = z.object({
  service: z.string().meta({ description: 'Service whose release command ran.', example: 'web' }),
  end: z
    .enum(['exited', 'timed_out', 'disk_exceeded', 'not_started'])
    .describe(
      '`exited`: it ended. `timed_out`: it was stopped at the time limit. `disk_exceeded`: it was stopped at the disk limit. `not_started`: an earlier command failed.',
    ),
  exitCode: z.int().nullable().meta({ description: 'Exit code; null unless it ended.', example: 0 }),
  oomKilled: z.boolean().default(false).describe('Whether it ran out of memory.'),
  durationMs: z.int().meta({ description: 'Milliseconds that it ran.', example: 4_210 }),
  output: z.string().describe('Last lines of its output, with secrets masked.'),
})
export type RehearsedCommand = z.output<typeof RehearsedCommand>

export const RehearsalLock = z.object({
  relation: z
    .string()
    .meta({ description: 'Locked table with its schema, if the engine has schemas.', example: 'public.orders' }),
  mode: z.string().meta({ description: 'Mode of the lock, as the engine names it.', example: 'AccessExclusiveLock' }),
  blocks: z
    .enum(['reads', 'writes', 'changes'])
    .describe(
      'What other sessions can’t do meanwhile. `reads`: neither read nor write. `writes`: read, but not write. `changes`: read and write, but not change the table.',
    ),
  heldMs: z.int().meta({ description: 'Longest time in milliseconds that one session held it.', example: 1_830 }),
  waitMs: z.int().meta({
    description: 'Longest time in milliseconds that a session of the release command itself waited for it.',
    example: 0,
  }),
})
export type RehearsalLock = z.output<typeof RehearsalLock>

export const SchemaChange = z.object({
  action: z
    .enum(['added', 'dropped', 'changed'])
    .describe(
      '`added`: new after the release commands. `dropped`: missing afterwards. `changed`: defined differently.',
    ),
  kind: z
    .enum(['table', 'column', 'index'])
    .describe(
      '`table`: a whole table. `column`: a column of an existing table. `index`: an index of an existing table.',
    ),
  name: z.string().meta({
    description: 'Path with dots: schema, if the engine has schemas, then table, then column or index.',
    example: 'public.users.email',
  }),
  detail: z.string().nullable().meta({
    description: 'Definition before and after a change; null for other actions.',
    example: 'integer → bigint',
  }),
})
export type SchemaChange = z.output<typeof SchemaChange>

export const RowChange = z.object({
  table: z
    .string()
    .meta({ description: 'Full name with its schema, if the engine has schemas.', example: 'public.orders' }),
  before: z.int().nullable().describe('Rows before; null if the table didn’t exist or couldn’t be counted in time.'),
  after: z
    .int()
    .nullable()
    .describe('Rows afterwards; null if the table no longer exists or couldn’t be counted in time.'),
  inserted: z.int().nullable().describe('Inserted rows, if the engine counts them; otherwise null.'),
  updated: z.int().nullable().describe('Updated rows, if the engine counts them; otherwise null.'),
  deleted: z.int().nullable().describe('Deleted rows, if the engine counts them; otherwise null.'),
})
export type RowChange = z.output<typeof RowChange>

export const ReplayedQueries = z.object({
  offered: z.boolean().describe('Whether the database records its statements.'),
  reason: z.string().nullable().meta({
    description: 'Why there’s nothing to replay; null if statements were replayed.',
    example: 'The extension pg_stat_statements isn’t installed.',
  }),
  replayed: z.int().describe('Number of recorded statements that work on the schema before the release command.'),
  failing: z
    .array(
      z.object({
        query: z
          .string()
          .meta({ description: 'The statement, without values.', example: 'select email from users where id = $1' }),
        error: z.string().meta({ description: 'Why it no longer works.', example: '42703' }),
      }),
    )
    .describe('Statements of the live version that no longer work after the release command, at most twenty.'),
})
export type ReplayedQueries = z.output<typeof ReplayedQueries>

export const RehearsedDatabase = z.object({
  service: z
    .string()
    .meta({ description: 'Managed database in the environment whose copy the commands used.', example: 'db' }),
  engine: z.enum(rehearsableEngines).describe('`postgres`: PostgreSQL. `mariadb`: MariaDB.'),
  backupId: idOf('bkp').describe('Backup that the copy was restored from.'),
  backupAt: Time.describe('When the backup started. Later writes aren’t in the copy.'),
  restoredBytes: z.int().meta({ description: 'Size of the uncompressed backup in bytes.', example: 104_857_600 }),
  restoreMs: z.int().meta({ description: 'Milliseconds that restoring the backup took.', example: 8_300 }),
  diskBytes: z.int().meta({ description: 'Disk space of the restored copy in bytes.', example: 134_217_728 }),
  diskGrowthBytes: z.int().meta({
    description: 'Most disk space in bytes that the release commands needed in addition.',
    example: 16_777_216,
  }),
  locks: z.array(RehearsalLock).describe('Locks on tables that existed before, longest first, at most fifty.'),
  rewritten: z
    .array(
      z.object({
        table: z
          .string()
          .meta({ description: 'Full name with its schema, if the engine has schemas.', example: 'public.orders' }),
        bytes: z.int().meta({ description: 'Its size in bytes before.', example: 524_288_000 }),
        isBlocking: z.boolean().describe('Whether other sessions were blocked meanwhile.'),
      }),
    )
    .describe('Tables that existed before and that the release commands rewrote completely.'),
  schema: z.array(SchemaChange).describe('Changes to tables, columns, and indexes, at most 500.'),
  rows: z.array(RowChange).describe('Tables whose rows changed, at most 200.'),
  heads: z
    .array(
      z.object({
        table: z.string().meta({ description: 'Table of the migration tool.', example: 'public.alembic_version' }),
        before: z
          .int()
          .describe(
            'Number of heads that the copy recorded at the start. 0 if the table was missing or couldn’t be counted.',
          ),
        after: z
          .int()
          .describe('Number of heads after all release commands. More than one, and more than `before`, is a finding.'),
      }),
    )
    .describe('Migration tools that record their heads in the database, with the number of heads.'),
  queries: ReplayedQueries.describe('Replay of the statements that the live version sent.'),
})
export type RehearsedDatabase = z.output<typeof RehearsedDatabase>

export const RehearsalSkip = z.object({
  reason: z
    .enum(skipReasons)
    .describe(
      '`no_backup`: a database has no finished backup. `backup_too_old`: the newest one is older than `maxBackupAgeHours`. `backup_too_large`: the backups are larger than `maxBytes`. `not_enough_disk` and `not_enough_memory`: the server has no room for a copy. `restore_failed`: the backup couldn’t be restored. `server_unavailable`: the server couldn’t run the copy.',
    ),
  detail: z.string().meta({
    description: 'What prevented the rehearsal, for people.',
    example: 'The newest backup of db is 71 hours old. The limit is 48 hours.',
  }),
})
export type RehearsalSkip = z.output<typeof RehearsalSkip>

/** Everything except the decision. */
export const RehearsalFacts = z.object({
  commands: z.array(RehearsedCommand).describe('The release commands in the order in which they ran.'),
  databases: z.array(RehearsedDatabase).describe('The copied databases. Empty if the rehearsal was skipped.'),
})
export type RehearsalFacts = z.output<typeof RehearsalFacts>

/** The stored report. */
export const RehearsalReport = z.object({
  ...RehearsalFacts.shape,
  mode: z
    .enum(['report', 'stop'])
    .describe(
      'Mode of the environment at the time. `report`: the deployment continued whatever the findings were. `stop`: a finding could stop it.',
    ),
  skipped: RehearsalSkip.nullable().describe(
    'Obstacle to the rehearsal, such as a missing backup or too little disk space. Null if the release commands ran on a copy.',
  ),
  findings: z.array(RehearsalFinding).describe('What the rules of the environment object to. Empty if all is well.'),
  startedAt: Time.describe('When Longshore began to look for backups, before it restored a copy.'),
  finishedAt: Time.describe('When the copy was removed again.'),
  durationMs: z
    .int()
    .meta({ description: 'Milliseconds that the rehearsal added to the deployment.', example: 14_500 }),
})
export type RehearsalReport = z.output<typeof RehearsalReport>

export const Checkpoint = z.object({
  service: z.string().meta({ description: 'Name of the database service.', example: 'db' }),
  backupId: idOf('bkp').describe('Backup that was made right before the release command ran on the real data.'),
  at: Time.describe('When the backup started. A restore of it loses all later writes.'),
})
export type Checkpoint = z.output<typeof Checkpoint>

export const Rehearsal = z
  .object({
    ...RehearsalReport.shape,
    status: z
      .enum(rehearsalStatuses)
      .describe(
        '`passed`: no finding. `reported`: findings, and the deployment continued. `stopped`: a finding stopped the deployment. `skipped`: there was no rehearsal; see `skipped`.',
      ),
    checkpoints: z
      .array(Checkpoint)
      .describe('Backups from right before the real run. Empty if the deployment stopped before it.'),
  })
  .meta({ id: 'Rehearsal', description: 'What the release commands of a deployment did to a copy of its databases.' })
export type Rehearsal = z.output<typeof Rehearsal>
