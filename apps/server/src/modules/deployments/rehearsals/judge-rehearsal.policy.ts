/** Decides what a rehearsal's facts mean: findings by rule, and whether they stop the deployment. Pure. */
import type { RehearsalSettings } from '../../environments/rehearsal-settings.schemas.ts'
import type {
  RehearsalFacts,
  RehearsalFinding,
  RehearsalLock,
  RehearsalStatus,
  RehearsedCommand,
  RehearsedDatabase,
} from './rehearsal.schemas.ts'

type Rules = Pick<
  RehearsalSettings,
  'allowDestructive' | 'largeTableBytes' | 'maxDiskGrowthBytes' | 'maxLockSeconds' | 'maxSeconds'
>

/** Findings per rule and database. The report lists the rest. */
const maxPerRule = 10
/** A table that loses at least this part of its rows counts as emptied. */
const removedPart = 0.5
/** Migration tools print this about several heads, whatever their exit code is. */
const severalHeads = /multiple head(?:s| revisions)|multiple leaf nodes|more than one head|has multiple heads/i

export function judgeRehearsal(facts: RehearsalFacts, rules: Rules): RehearsalFinding[] {
  return [
    ...facts.commands.flatMap((command) => judgeCommand(command, rules)),
    ...judgeTime(facts.commands, rules),
    ...facts.databases.flatMap((database) => judgeDatabase(database, rules)),
  ]
}

export function statusOf(findings: readonly RehearsalFinding[], mode: 'report' | 'stop'): RehearsalStatus {
  if (findings.length === 0) return 'passed'
  return mode === 'stop' && findings.some(({ stops }) => stops) ? 'stopped' : 'reported'
}

function judgeCommand(command: RehearsedCommand, rules: Rules): RehearsalFinding[] {
  const { service, end, exitCode, oomKilled, output } = command
  const finding = (rule: RehearsalFinding['rule'], detail: string) => ({ rule, service, detail, stops: true })
  const heads = severalHeads.test(output)
    ? [finding('several_heads', `The release command of ${service} reports more than one head of its migrations.`)]
    : []
  if (end === 'timed_out')
    return [
      finding('over_time', `The release command of ${service} was stopped after ${rules.maxSeconds} s on the copy.`),
      ...heads,
    ]
  if (end === 'disk_exceeded')
    return [
      finding('disk_exceeded', `The release command of ${service} was stopped because it needed too much disk.`),
      ...heads,
    ]
  if (end !== 'exited' || exitCode === 0) return heads
  const why = oomKilled ? 'ran out of memory' : `exited with code ${exitCode ?? 'unknown'}`
  return [finding('command_failed', `The release command of ${service} ${why} on the copy.`), ...heads]
}

/** Several commands share the limit, and the last one can exceed it between two checks. */
function judgeTime(commands: readonly RehearsedCommand[], { maxSeconds }: Rules): RehearsalFinding[] {
  const ms = commands.reduce((sum, { durationMs }) => sum + durationMs, 0)
  if (ms <= maxSeconds * 1_000 || commands.some(({ end }) => end === 'timed_out')) return []
  const detail = `The release commands ran for ${seconds(ms)} on the copy. The limit is ${maxSeconds} s.`
  return [{ rule: 'over_time', service: null, detail, stops: true }]
}

function judgeDatabase(database: RehearsedDatabase, rules: Rules): RehearsalFinding[] {
  return [
    ...judgeDisk(database, rules),
    ...judgeLocks(database, rules),
    ...judgeRewrites(database, rules),
    ...judgeSchema(database, rules),
    ...judgeRows(database, rules),
    ...judgeQueries(database, rules),
    ...judgeHeads(database),
  ].map((each) => ({ ...each, service: database.service }))
}

type Judged = Omit<RehearsalFinding, 'service'>

function judgeDisk({ diskGrowthBytes }: RehearsedDatabase, { maxDiskGrowthBytes }: Rules): Judged[] {
  if (diskGrowthBytes <= maxDiskGrowthBytes) return []
  const detail = `The release commands needed ${bytes(diskGrowthBytes)} more disk. The limit is ${bytes(maxDiskGrowthBytes)}.`
  return [{ rule: 'disk_exceeded', detail, stops: true }]
}

function judgeLocks({ locks }: RehearsedDatabase, { maxLockSeconds }: Rules): Judged[] {
  return locks
    .filter(({ blocks, heldMs, waitMs }) => blocks !== 'changes' && Math.max(heldMs, waitMs) > maxLockSeconds * 1_000)
    .slice(0, maxPerRule)
    .map((lock) => ({ rule: 'long_lock', detail: describeLock(lock, maxLockSeconds), stops: true }))
}

function describeLock({ relation, mode, blocks, heldMs, waitMs }: RehearsalLock, maxLockSeconds: number): string {
  const what = blocks === 'reads' ? 'reads and writes' : 'writes'
  const held = Math.max(heldMs, waitMs)
  return `${mode} blocked ${what} of ${relation} for ${seconds(held)}. The limit is ${maxLockSeconds} s.`
}

/** A rewrite that other sessions can work during isn't a problem: some engines copy a table online. */
function judgeRewrites({ rewritten }: RehearsedDatabase, { largeTableBytes }: Rules): Judged[] {
  return rewritten
    .filter((each) => each.bytes >= largeTableBytes && each.isBlocking)
    .slice(0, maxPerRule)
    .map((each) => ({
      rule: 'table_rewritten',
      detail: `${each.table} (${bytes(each.bytes)}) was rewritten under a lock.`,
      stops: true,
    }))
}

function judgeSchema({ schema }: RehearsedDatabase, { allowDestructive }: Rules): Judged[] {
  return schema
    .filter(({ action, kind }) => action === 'dropped' && kind !== 'index')
    .slice(0, maxPerRule)
    .map(({ kind, name }) => ({
      rule: 'destructive_change',
      detail: `The ${kind} ${name} was dropped or renamed.`,
      stops: !allowDestructive,
    }))
}

function judgeRows({ rows }: RehearsedDatabase, { allowDestructive }: Rules): Judged[] {
  return rows
    .filter(
      ({ before, after }) => before !== null && after !== null && before > 0 && after <= before * (1 - removedPart),
    )
    .slice(0, maxPerRule)
    .map(({ table, before, after }) => ({
      rule: 'rows_removed',
      detail: `${table} has ${after} of its ${before} rows left.`,
      stops: !allowDestructive,
    }))
}

function judgeQueries({ queries }: RehearsedDatabase, { allowDestructive }: Rules): Judged[] {
  return queries.failing.slice(0, maxPerRule).map(({ query, error }) => ({
    rule: 'queries_fail',
    detail: `A query of the live version no longer works (${error}): ${query.slice(0, 200)}`,
    stops: !allowDestructive,
  }))
}

function judgeHeads({ heads }: RehearsedDatabase): Judged[] {
  return heads
    .filter(({ before, after }) => after > 1 && after > before)
    .map(({ table, after }) => ({
      rule: 'several_heads',
      detail: `${table} has ${after} heads. The next migrations can't tell which one to continue.`,
      stops: true,
    }))
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function bytes(count: number): string {
  const mebibytes = count / 1024 ** 2
  return mebibytes < 1_024 ? `${Math.ceil(mebibytes)} MiB` : `${(mebibytes / 1_024).toFixed(1)} GiB`
}
