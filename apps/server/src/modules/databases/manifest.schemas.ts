/** What a backup says about its content; kept beside it, and compared with what a restored copy holds. Only add fields, with defaults. */
import { z } from 'zod'

export const dumpEngines = ['postgres', 'mariadb', 'redis', 'volume'] as const
export type DumpEngine = (typeof dumpEngines)[number]

/** What rows are hashed with. The second takes a third of the time where a processor has no instructions for the first. */
export const rowHashes = ['sha256', 'sha512-256'] as const
export type RowHash = (typeof rowHashes)[number]
export const newRowHash: RowHash = 'sha512-256'

/** Taken from the dump itself while it passes, so it is of the same snapshot. */
const Table = z.object({
  name: z.string(),
  rows: z.int(),
  /** Of the rows in the order of the dump. A fresh copy is dumped in the same order. */
  digest: z.string(),
})
export type DumpedTable = z.output<typeof Table>

/** When there was one hash only, the field had its name. */
const OlderTable = Table.omit({ digest: true })
  .extend({ sha256: z.string() })
  .transform(({ sha256: digest, ...table }): DumpedTable => ({ ...table, digest }))

export const DumpContent = z.object({
  /** Kind and name of everything that is not data, such as `VIEW public.totals`; sorted. */
  objects: z.array(z.string()),
  tables: z.array(z.union([Table, OlderTable])),
  /** Of tables and of files; what stands in no order always has the first. */
  rowHash: z.enum(rowHashes).default('sha256'),
  /** Of Redis: how many keys. Of a volume: how many entries. */
  entries: z.int().nullable(),
})
export type DumpContent = z.output<typeof DumpContent>

export const Manifest = z.object({
  form: z.literal(1),
  engine: z.enum(dumpEngines),
  /** As the server said it, such as 17.6. */
  engineVersion: z.string(),
  /** Reference that the dump was made with; restored with the same. */
  engineImage: z.string(),
  databaseName: z.string().nullable(),
  content: DumpContent,
  /** The dump said itself that it is whole. */
  hasEndMarker: z.boolean(),
  plainBytes: z.number(),
  packedBytes: z.number(),
  packedSha256: z.string(),
})
export type Manifest = z.output<typeof Manifest>
