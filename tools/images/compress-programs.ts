/** Replaces every file in the folders by one compressed with Zstandard: `node compress-programs.ts FOLDER…`. */
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'

const level = 19

for (const folder of process.argv.slice(2))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { size } = await stat(path)
    const compress = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
      pledgedSrcSize: size,
    })
    await pipeline(createReadStream(path), compress, createWriteStream(`${path}.zst`))
    console.log(`${name}: ${size} -> ${(await stat(`${path}.zst`)).size} bytes`)
    await rm(path)
  }
