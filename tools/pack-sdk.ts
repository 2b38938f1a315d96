/** Packs `@longshore/sdk` for publishing: `node tools/pack-sdk.ts FOLDER` writes the tarball there. */
import { mkdir } from 'node:fs/promises'
import { packSdk } from './sdk/pack.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('say where the tarball should go')
await mkdir(folder, { recursive: true })
const { tarball, files, packedBytes } = await packSdk(folder)
console.log(`${tarball}: ${files.length} files, ${packedBytes} bytes`)
