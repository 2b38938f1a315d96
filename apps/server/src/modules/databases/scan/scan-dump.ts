/** A dump on its way: what it holds is read while it passes, so it is of the same snapshot and costs no query. */
import { type DumpContent, type DumpEngine, newRowHash, type RowHash } from '../manifest.schemas.ts'
import { MariadbScanner } from './mariadb-scanner.ts'
import { PostgresScanner } from './postgres-scanner.ts'
import { RedisScanner } from './redis-scanner.ts'
import type { DumpFacts, Scanner } from './scanner.ts'
import { stripTransferMarker } from './strip-transfer-marker.ts'
import { TarScanner } from './tar-scanner.ts'

export interface DumpScan {
  /** The dump; to be read once, to its end. */
  readonly through: AsyncIterable<Buffer>
  /** Of everything so far; whole once `through` has ended. */
  content(): DumpContent
  facts(): DumpFacts
}

/** `rowHash`: of what it is compared with. */
export function scanDump(engine: DumpEngine, dump: AsyncIterable<Buffer>, rowHash: RowHash = newRowHash): DumpScan {
  const scanner = scannerOf(engine, rowHash)
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of engine === 'redis' ? stripTransferMarker(dump) : dump) {
      scanner.push(chunk)
      yield chunk
    }
    scanner.end()
  }
  return { through: pass(), content: () => scanner.content(), facts: () => scanner.facts() }
}

function scannerOf(engine: DumpEngine, rowHash: RowHash): Scanner {
  switch (engine) {
    case 'postgres':
      return new PostgresScanner(rowHash)
    case 'mariadb':
      return new MariadbScanner(rowHash)
    case 'redis':
      return new RedisScanner()
    case 'volume':
      return new TarScanner(rowHash)
  }
}
