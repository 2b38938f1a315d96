/**
 * Turns samples of a database's locks into how long each was held. A lock counts from the first to the last sample of
 * one session, so a lock that is shorter than the distance between two samples counts as instant. Pure.
 */
import { z } from 'zod'
import type { RehearsalLock } from '../../deployments/rehearsals/rehearsal.schemas.ts'
import { fullName, readLines } from './schema-snapshot.policy.ts'

const Session = z.coerce.number()
const Lock = z.tuple([
  Session,
  z.string().max(1_000).nullable(),
  z.string().max(1_000),
  z.string().max(100),
  // MariaDB has no type of its own for truth values.
  z.union([z.boolean(), z.number()]).transform(Boolean),
  z.coerce.number().min(0),
])
const Sample = z.tuple([z.coerce.number(), z.array(Lock).max(1_000)])

const maxLocks = 50
/** The same session without the lock for longer than this has released it in between. */
const gapMs = 2_000

const blockedBy: Readonly<Record<string, RehearsalLock['blocks']>> = {
  AccessExclusiveLock: 'reads',
  ExclusiveLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ShareLock: 'writes',
  ShareUpdateExclusiveLock: 'changes',
  MDL_EXCLUSIVE: 'reads',
  MDL_SHARED_NO_READ_WRITE: 'reads',
  MDL_SHARED_NO_WRITE: 'writes',
  MDL_SHARED_READ_ONLY: 'writes',
  MDL_SHARED_UPGRADABLE: 'changes',
}

interface Held {
  firstAt: number
  lastAt: number
  heldMs: number
  waitMs: number
}

export class LockTimeline {
  readonly #held = new Map<string, Held & { relation: string; mode: string }>()
  #samples = 0

  /** Adds the samples of one call. */
  add(output: string): void {
    for (const [at, locks] of readLines(output, 'L', Sample)) {
      this.#samples += 1
      for (const lock of locks) this.#addLock(at, lock)
    }
  }

  get samples(): number {
    return this.#samples
  }

  /** Returns the longest lock of each mode on each of these tables. No visitor waits for a table that didn't exist. */
  read(existing: ReadonlySet<string>): RehearsalLock[] {
    const longest = new Map<string, RehearsalLock>()
    for (const { relation, mode, heldMs, waitMs } of this.#held.values()) {
      if (!existing.has(relation)) continue
      const blocks = blockedBy[mode]
      if (blocks === undefined) continue
      const key = `${relation} ${mode}`
      const known = longest.get(key)
      longest.set(key, {
        ...{ relation, mode, blocks },
        heldMs: Math.round(Math.max(heldMs, known?.heldMs ?? 0)),
        waitMs: Math.round(Math.max(waitMs, known?.waitMs ?? 0)),
      })
    }
    return [...longest.values()]
      .sort((a, b) => b.heldMs - a.heldMs || (a.relation < b.relation ? -1 : 1))
      .slice(0, maxLocks)
  }

  #addLock(at: number, [session, schema, table, mode, isGranted, waitMs]: z.output<typeof Lock>): void {
    const relation = fullName(schema, table)
    const key = `${session} ${relation} ${mode}`
    const known = this.#held.get(key) ?? { relation, mode, firstAt: at, lastAt: at, heldMs: 0, waitMs: 0 }
    if (!isGranted) {
      this.#held.set(key, { ...known, waitMs: Math.max(known.waitMs, waitMs) })
      return
    }
    const firstAt = at - known.lastAt > gapMs ? at : known.firstAt
    this.#held.set(key, { ...known, firstAt, lastAt: at, heldMs: Math.max(known.heldMs, at - firstAt) })
  }
}
