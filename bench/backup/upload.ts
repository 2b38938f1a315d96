/** Uploads standard input as a key of a bucket. */
import { openStore } from './open-store.ts'

const { store, key, signal } = openStore()
await store.put(key, process.stdin, { signal })
process.exit(0)
