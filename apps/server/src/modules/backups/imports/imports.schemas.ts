/** Schemas of imports. Fields shared with restores come from there. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../../platform/pagination/page.schemas.ts'
import { restoreFields } from '../restores/restores.schemas.ts'
import { importFormats } from './import-formats.policy.ts'

/** Stored in the row. Only add fields, with defaults. */
export const ImportDetails = z.object({
  form: z.enum(importFormats),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** Expanded size; null until the file was scanned. */
  expandedBytes: z.number().nullable().default(null),
  statements: z.number().nullable().default(null),
  leftOut: z.record(z.string(), z.number()).default({}),
  tables: z.number().nullable().default(null),
  rows: z.number().nullable().default(null),
})
export type ImportDetails = z.output<typeof ImportDetails>

export const Import = z
  .object({
    id: idOf('imp'),
    ...restoreFields,
    file: z
      .object({
        format: z.enum(importFormats).meta({
          description:
            'Format, detected from the first bytes. `plain`: SQL text. `gzip`, `zstd`: compressed SQL text. `custom`: an archive from `pg_dump -Fc`.',
        }),
        sizeBytes: z.number().meta({ description: 'Size of the uploaded file in bytes, as you sent it.' }),
        sha256: z.string().meta({
          description: 'Checksum of the uploaded file in hexadecimal, to compare with your copy.',
          example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        }),
        uncompressedBytes: z
          .number()
          .nullable()
          .meta({ description: 'Size of the uncompressed file in bytes. Null until Longshore has read it once.' }),
        statements: z
          .number()
          .nullable()
          .describe('Number of SQL statements in the file. Null until Longshore has read it once, and for archives.'),
      })
      .meta({ id: 'ImportedFile', description: 'What Longshore knows about the uploaded file.' }),
    skippedStatements: z.record(z.string(), z.number()).meta({
      description:
        'Number of skipped statements by topic. Owners, privileges, and roles are skipped, because they exist only on the original server.',
      example: { owner: 12, privilege: 3 },
    }),
    result: z
      .object({
        tables: z.number().describe('Number of tables in the restored database.'),
        rows: z.number().describe('Number of rows in all tables together.'),
      })
      .nullable()
      .meta({
        id: 'ImportResult',
        description: 'What Longshore counted when it read the imported data back. Null until then.',
      }),
  })
  .meta({ id: 'Import', description: 'Replaces the content of a database with an uploaded file.' })
export type Import = z.output<typeof Import>

export const ImportsPath = z.strictObject({ id: idOf('env') })
export const ImportPath = z.strictObject({ id: idOf('env'), importId: idOf('imp') })
export const ImportsQuery = PageQuery

/** For a body that is the file itself; in a form they are fields. */
export const ImportQuery = z.strictObject({
  serviceId: idOf('svc').optional().meta({
    description: 'Database to import into. You can leave it out if the environment has only one SQL database.',
  }),
  confirm: z.string().max(100).optional().meta({
    description: 'Name of the environment, as a safeguard against replacing the data of the wrong one.',
    example: 'production',
  }),
  safetyBackup: z.enum(['true', 'false']).optional().meta({
    description:
      'Backs up the current data before anything changes. Defaults to true and needs a storage location for backups. The old volume is kept in any case.',
    example: 'true',
  }),
})
export type ImportQuery = z.output<typeof ImportQuery>
