/** Writes the object of a key in a bucket to standard output. */
import { pipeline } from 'node:stream/promises'
import { openStore } from './open-store.ts'

const { store, key, signal } = openStore()
await pipeline(store.read(key, { signal }), process.stdout)
process.exit(0)
