/**
 * Checks whether statements of the live version still work on the copy. PostgreSQL records them without values if its
 * extension is installed. Each is only prepared, which resolves all names and types and executes nothing.
 */
import { imageShell, type Runtime } from '@longshore/remote/runtime'
import { z } from 'zod'
import type { ReplayedQueries } from '../../deployments/rehearsals/rehearsal.schemas.ts'
import { databaseContainerName } from '../../workloads/worker.ts'
import { type Copy, queryCopy } from './measure-copy.remote.ts'
import { readLines } from './schema-snapshot.policy.ts'

const maxQueries = 300
const maxQueryLength = 4_000
const maxFailing = 20
const shownLength = 500
const recordedMs = 15_000
const keepBytes = 1_048_576

const notRecorded = {
  postgres: 'The database doesn’t record statements: the extension pg_stat_statements isn’t installed.',
  mariadb: 'MariaDB doesn’t record statements.',
} as const

/** The password comes first on stdin: the one in the container's variables can be older. */
const recordedScript = `IFS= read -r PGPASSWORD; export PGPASSWORD
exec psql -X -q -A -t -h 127.0.0.1 -U "$1" -d "$2" -f -`

const recordedQuery = `SET statement_timeout = '5s';
SELECT 'Q' || json_build_array(query) FROM (
  SELECT s.query, sum(s.calls) AS calls FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
  WHERE d.datname = current_database() AND s.query ~* '^\\s*(select|insert|update|delete|with)\\M' AND length(s.query) <= ${maxQueryLength}
  GROUP BY s.query ORDER BY calls DESC LIMIT ${maxQueries}) recorded;
SELECT 'E[]' FROM pg_extension WHERE extname = 'pg_stat_statements';
`

/** Errors that a changed schema causes. Others, such as an unknown type of a parameter, say nothing about it. */
const meanings: Readonly<Record<string, string>> = {
  '42P01': 'undefined table',
  '42703': 'undefined column',
  '42883': 'undefined function or operator',
  '42704': 'undefined object',
  '42804': 'another type',
  '3F000': 'undefined schema',
}

export interface RecordedQueries {
  readonly reason: string | null
  readonly queries: readonly string[]
}

/** Reads from the live database, with a short time limit. */
export async function readRecorded(runtime: Runtime, copy: Copy, signal: AbortSignal): Promise<RecordedQueries> {
  const nothing = { reason: notRecorded[copy.kind], queries: [] }
  if (copy.kind !== 'postgres') return nothing
  const { username, databaseName, password } = copy.access
  const container = databaseContainerName(copy.service.id)
  const argv = [...imageShell(recordedScript), 'sh', username, databaseName] as const
  const input = `${password}\n${recordedQuery}`
  const { output } = await runtime.execIn(container, argv, { signal, deadlineMs: recordedMs, keepBytes, input })
  if (readLines(output, 'E', z.array(z.never())).length === 0) return nothing
  const queries = readLines(output, 'Q', z.tuple([z.string()])).map(([query]) => query)
  // A backslash would be a command of the client.
  return { reason: null, queries: queries.filter((query) => !query.includes('\\')) }
}

const result = /^R (\d{1,4}) (true|false) ([0-9A-Z]{5})$/

/** Returns the error of each query, or null if it works. */
export async function prepareAll(
  runtime: Runtime,
  copy: Copy,
  { queries, signal }: { queries: readonly string[]; signal: AbortSignal },
): Promise<Map<string, string | null>> {
  if (queries.length === 0) return new Map()
  const statements = queries.map(
    (query, index) =>
      `PREPARE longshore_${index} AS ${query.replace(/;\s*$/, '')}\n;\n\\echo R ${index} :ERROR :SQLSTATE\nDEALLOCATE ALL;`,
  )
  const sql = `SET statement_timeout = '5s';\n${statements.join('\n')}\n`
  const output = await queryCopy(runtime, copy, { sql, signal })
  return new Map(
    output.split('\n').flatMap((line) => {
      const [, index = '', isError, state = ''] = result.exec(line) ?? []
      const query = queries[Number(index || Number.NaN)]
      return query === undefined ? [] : [[query, isError === 'true' ? state : null] as const]
    }),
  )
}

export function compareReplays(
  { reason }: RecordedQueries,
  before: ReadonlyMap<string, string | null>,
  after: ReadonlyMap<string, string | null>,
): ReplayedQueries {
  const working = [...before].filter(([, error]) => error === null).map(([query]) => query)
  const failing = working.flatMap((query) => {
    const state = after.get(query) ?? null
    const meaning = state === null ? undefined : meanings[state]
    return meaning === undefined ? [] : [{ query: query.slice(0, shownLength), error: meaning }]
  })
  return { offered: reason === null, reason, replayed: working.length, failing: failing.slice(0, maxFailing) }
}
