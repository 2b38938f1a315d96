/** The only file that names `proxy_release`: the release whose proxy all servers of the instance run. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.generated.ts'

export interface ProxyRelease {
  generation: number
  programs: string
}

export interface WantedRelease extends ProxyRelease {
  claim: number
  /** When one of its workers last reported, as text that can be compared. */
  seenAt: string
  /** Whether it is time to report again. */
  isDue: boolean
}

const dueSeconds = 20

export async function findWantedRelease(db: Kysely<DB>): Promise<WantedRelease | undefined> {
  const { rows } = await sql<WantedRelease>`/* prepared */
    select generation, programs, claim, seen_at::text as "seenAt",
      seen_at < now() - ${dueSeconds}::int * interval '1 second' as "isDue"
    from proxy_release`.execute(db)
  return rows.map((row) => ({ ...row, claim: Number(row.claim) }))[0]
}

/**
 * Claims the servers for a release, unless a newer release has them and reported since `lastSeenAt`. Issues a new claim
 * if another release had them, or if this worker has just started: the claims that servers know may be newer than the
 * backup that this database was restored from.
 */
export async function claimServers(
  db: Kysely<DB>,
  { generation, programs, isStart, lastSeenAt }: ProxyRelease & { isStart: boolean; lastSeenAt: string | null },
): Promise<void> {
  await sql`
    insert into proxy_release as known (generation, programs, claim)
    values (${generation}, ${programs}, (extract(epoch from clock_timestamp()) * 1000)::bigint)
    on conflict (is_only) do update set
      claim = case
        when ${isStart} or known.generation <> excluded.generation or known.programs <> excluded.programs
        then greatest(known.claim + 1, excluded.claim) else known.claim end,
      generation = excluded.generation, programs = excluded.programs, seen_at = now()
    where known.generation < excluded.generation
      or (known.generation = excluded.generation and (${isStart} or known.programs = excluded.programs))
      or known.seen_at = ${lastSeenAt}::timestamptz`.execute(db)
}
