/**
 * Describes the content of a backup. The manifest is stored next to the archive and compared with a restored copy. Only
 * add fields, with defaults.
 */
import { z } from 'zod'

export const dumpEngines = ['postgres', 'mariadb', 'redis', 'volume'] as const
export type DumpEngine = (typeof dumpEngines)[number]

/** Hash functions for rows. The second takes a third of the time on processors without instructions for the first. */
export const rowHashes = ['sha256', 'sha512-256'] as const
export type RowHash = (typeof rowHashes)[number]
export const newRowHash: RowHash = 'sha512-256'

/** Taken from the dump itself while it streams, so it describes the same snapshot. */
const Table = z.object({
  name: z.string(),
  rows: z.int(),
  /** Hash of the rows in the order of the dump. A fresh copy is dumped in the same order. */
  digest: z.string(),
})
export type DumpedTable = z.output<typeof Table>

/** When there was only one hash function, the field had its name. */
const OlderTable = Table.omit({ digest: true })
  .extend({ sha256: z.string() })
  .transform(({ sha256: digest, ...table }): DumpedTable => ({ ...table, digest }))

export const DumpContent = z.object({
  /** Sorted kind and name of everything that isn't data, such as `VIEW public.totals`. */
  objects: z.array(z.string()),
  tables: z.array(z.union([Table, OlderTable])),
  /** Hash function for tables and files. Unordered data always uses the first. */
  rowHash: z.enum(rowHashes).default('sha256'),
  /** Number of keys for Redis, number of entries for a volume. */
  entries: z.int().nullable(),
})
export type DumpContent = z.output<typeof DumpContent>

export const Manifest = z.object({
  form: z.literal(1),
  engine: z.enum(dumpEngines),
  /** Version reported by the server, such as 17.6. */
  engineVersion: z.string(),
  /** Image that created the dump. The same image restores it. */
  engineImage: z.string(),
  databaseName: z.string().nullable(),
  content: DumpContent,
  /** True when the dump contains its own end marker. */
  hasEndMarker: z.boolean(),
  plainBytes: z.number(),
  packedBytes: z.number(),
  packedSha256: z.string(),
})
export type Manifest = z.output<typeof Manifest>
