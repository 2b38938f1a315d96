/** Reads the content of a dump while it streams, so the description matches the snapshot and costs no query. */
import { type DumpContent, type DumpEngine, newRowHash, type RowHash } from '../manifest.schemas.ts'
import { MariadbScanner } from './mariadb-scanner.policy.ts'
import { PostgresScanner } from './postgres-scanner.policy.ts'
import { RedisScanner } from './redis-scanner.policy.ts'
import type { DumpFacts, Scanner } from './scanner.policy.ts'
import { stripTransferMarker } from './strip-transfer-marker.policy.ts'
import { TarScanner } from './tar-scanner.policy.ts'

export interface DumpScan {
  /** The dump. Read it once, to its end. */
  readonly through: AsyncIterable<Buffer>
  /** Content so far; complete once `through` has ended. */
  content(): DumpContent
  facts(): DumpFacts
}

/** `rowHash` is the hash function of the manifest to compare with. */
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
