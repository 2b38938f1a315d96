/** A bucket with versions and object lock, in memory. Its time is the caller's, so that tests needn't wait for a lock. */
import { checkKey, type LockRule, type ObjectStore, type ObjectVersions } from '../platform/objects/object-store.ts'
import { ObjectStoreError } from '../platform/objects/object-store-error.ts'

interface Version {
  readonly key: string
  readonly id: string
  /** Null: a delete marker. */
  readonly content: Buffer | null
  readonly lockedUntil: Date | null
  readonly at: Date
}

export interface FakeLockingStore extends ObjectStore {
  readonly versions: ObjectVersions
  /** Keys of all versions that hold content, also of hidden ones. */
  storedKeys(): string[]
}

export function createFakeLockingStore({
  rule = { mode: 'compliance', days: 30 },
  now,
}: {
  rule?: LockRule | null
  now(): Date
}): FakeLockingStore {
  let all: Version[] = []
  let count = 0
  const add = (key: string, content: Buffer | null, lockedUntil: Date | null): string => {
    count += 1
    all.push({ key: checkKey(key), id: `v${count}`, content, lockedUntil, at: now() })
    return `v${count}`
  }
  const newest = (key: string) => all.findLast((each) => each.key === checkKey(key))
  const contentOf = (key: string, version: string | null) =>
    (version === null ? newest(key) : all.find((each) => each.key === key && each.id === version))?.content ?? null
  return {
    versions: {
      rule,
      requireLocks: async () => undefined,
      async removeFolder(folder, { keep = [] }) {
        const goes = ({ key }: Version) => key.startsWith(`${folder}/`) && !keep.includes(key)
        const isFree = ({ lockedUntil }: Version) => lockedUntil === null || lockedUntil <= now()
        const ends = all.filter((each) => goes(each) && !isFree(each)).map((each) => each.lockedUntil?.getTime() ?? 0)
        all = all.filter((each) => !goes(each) || !isFree(each))
        return ends.length === 0 ? null : new Date(Math.max(...ends))
      },
    },
    storedKeys: () => all.filter(({ content }) => content !== null).map(({ key }) => key),
    async put(key, content, { lock, signal }) {
      checkKey(key)
      const chunks: Uint8Array[] = []
      for await (const chunk of content) {
        signal.throwIfAborted()
        chunks.push(Buffer.from(chunk))
      }
      const bytes = Buffer.concat(chunks)
      return { sizeBytes: bytes.length, version: add(key, bytes, lock?.until ?? null) }
    },
    async *read(key, { from = 0, version = null }) {
      const content = contentOf(key, version)
      if (content === null) throw new ObjectStoreError('not_found')
      yield content.subarray(from)
    },
    sizeOf: async (key) => contentOf(key, null)?.length ?? null,
    async remove(key) {
      add(key, null, null)
    },
    async *list(folder) {
      const keys = new Set(all.map(({ key }) => key).filter((key) => key.startsWith(`${checkKey(folder)}/`)))
      for (const key of [...keys].toSorted()) {
        const { content = null, at = now() } = newest(key) ?? {}
        if (content !== null) yield { key, sizeBytes: content.length, modifiedAt: at }
      }
    },
    removeUnfinished: async () => 0,
  }
}
