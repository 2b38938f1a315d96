/** Shapes of imports. What they have in common with restores comes from there. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { restoreFields } from '../restores/restores.schemas.ts'
import { importForms } from './import-forms.policy.ts'

/** As kept in the row. Only add fields, with defaults. */
export const ImportDetails = z.object({
  form: z.enum(importForms),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** Unpacked; null until it was looked through. */
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
        form: z.enum(importForms).meta({ description: '`custom`: an archive of pg_dump -Fc.' }),
        sizeBytes: z.number().meta({ description: 'As it was sent.' }),
        sha256: z.string().meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
        expandedBytes: z.number().nullable().meta({ description: 'Unpacked; null until it was looked through.' }),
        statements: z.number().nullable(),
      })
      .meta({ id: 'ImportedFile' }),
    leftOut: z.record(z.string(), z.number()).meta({
      description:
        'How many statements were not run, by what they are about: owners, privileges and roles exist only where the file came from.',
      example: { owner: 12, privilege: 3 },
    }),
    result: z
      .object({ tables: z.number(), rows: z.number() })
      .nullable()
      .meta({ id: 'ImportResult', description: 'What was in the new volume when it was read back.' }),
  })
  .meta({ id: 'Import' })
export type Import = z.output<typeof Import>

export const ImportsPath = z.strictObject({ id: idOf('env') })
export const ImportPath = z.strictObject({ id: idOf('env'), importId: idOf('imp') })
export const ImportsQuery = PageQuery

/** With a body that is the file itself; in a form they are fields, and these are not needed. */
export const ImportQuery = z.strictObject({
  serviceId: idOf('svc')
    .optional()
    .meta({ description: 'The database. May be left out where the environment has one that takes SQL.' }),
  confirm: z.string().max(100).optional().meta({
    description: 'Name of the environment, so that nobody replaces the data of the wrong one.',
    example: 'production',
  }),
  safetyBackup: z.enum(['true', 'false']).optional().meta({
    description:
      'Backs up what is there before anything changes; default true, and needs a destination of backups. The old volume is kept in any case.',
    example: 'true',
  }),
})
export type ImportQuery = z.output<typeof ImportQuery>
