import { afterEach, expect, test, vi } from 'vitest'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import { createFakeLockingStore, type FakeLockingStore } from '../../../testing/fake-locking-store.ts'
import { failsWith } from '../../../testing/test-projects.ts'
import { tryStore } from './try-store.remote.ts'

const signal = new AbortController().signal
const open = () => createFakeLockingStore({ now: () => new Date() })

afterEach(() => {
  vi.useRealTimers()
})

const withVersions = (store: FakeLockingStore, changes: Partial<FakeLockingStore['versions']>) => ({
  ...store,
  versions: { ...store.versions, ...changes },
})

test('locks a test object for a minute, and the next test removes it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const store = open()
  await tryStore(store, signal)
  const [first] = store.storedKeys()
  expect(store.storedKeys()).toEqual([expect.stringMatching(/^longshore-checks\/locked\//)])
  await tryStore(store, signal)
  expect(store.storedKeys()).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  await tryStore(store, signal)
  expect(store.storedKeys()).toHaveLength(1)
  expect(store.storedKeys()).not.toContain(first)
})

test('reports a bucket without object lock, and one that ignores locks', async () => {
  const missing = withVersions(open(), {
    requireLocks: () => Promise.reject(new ObjectStoreError('lock_unavailable', { detail: 'it is not enabled' })),
  })
  await expect(tryStore(missing, signal)).rejects.toEqual(failsWith('destination_lock_unavailable'))
  const ignored = withVersions(open(), { removeFolder: async () => null })
  await expect(tryStore(ignored, signal)).rejects.toEqual(failsWith('destination_lock_ignored'))
})

test('reports a key that can write, but not lock', async () => {
  const store = open()
  const put: typeof store.put = (key, content, call) =>
    call.lock === undefined ? store.put(key, content, call) : Promise.reject(new ObjectStoreError('access_refused'))
  await expect(tryStore({ ...store, put }, signal)).rejects.toEqual(failsWith('destination_lock_refused'))
  const refused = { ...store, put: () => Promise.reject(new ObjectStoreError('access_refused')) }
  await expect(tryStore(refused, signal)).rejects.toEqual(failsWith('destination_refused'))
})

test('without a rule, a bucket is never asked about its locks', async () => {
  const refuse = () => Promise.reject(new Error('asked'))
  const store = withVersions(open(), { rule: null, requireLocks: refuse, removeFolder: refuse })
  await expect(tryStore(store, signal)).resolves.toBeUndefined()
})
