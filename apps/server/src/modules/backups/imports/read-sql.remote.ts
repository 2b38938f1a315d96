/** Scans the SQL of an uploaded file as it streams; only the output is sent to the database client. */
import type { DataRuntime, PipedEnd } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { engineSandboxes } from './engine-sandboxes.remote.ts'
import { expandFile } from './expand-file.remote.ts'
import { importFailure } from './import-failures.problems.ts'
import { type ImportEngine, sniffEngine } from './import-formats.policy.ts'
import type { ImportLimits } from './import-limits.policy.ts'
import { peek } from './peek.policy.ts'
import { archiveReader, type Sandbox } from './sandbox-containers.remote.ts'
import { SqlRefusedError } from './sql/sql-refused-error.policy.ts'
import { SqlScanner } from './sql/sql-scanner.policy.ts'

export interface ReadSql {
  readonly runtime: DataRuntime
  readonly sandbox: Pick<Sandbox, 'site' | 'name'>
  readonly engine: ImportEngine
  readonly limits: ImportLimits
  readonly signal: AbortSignal
}

export interface SqlSoFar {
  readonly bytes: number
  readonly statements: number
  readonly leftOut: Readonly<Record<string, number>>
}

const tailLength = 4_000
const pieceBytes = 256 << 10

/** Passes the text to `use`; resolves once the whole file has been read. */
export async function readSql<Result>(
  reading: ReadSql,
  upload: AsyncIterable<Buffer>,
  use: (sql: AsyncIterable<Buffer>, soFar: () => SqlSoFar) => Promise<Result>,
): Promise<Result> {
  const { runtime, sandbox, engine, limits, signal } = reading
  const file = await expandFile(upload, limits)
  if (file.kind === 'plain') return await useScanned(reading, file.content, use)
  if (engine !== 'postgres') throw importFailure('import_other_engine', "It's a pg_dump archive.")
  const end = await runtime.runPiped(archiveReader(sandbox), {
    signal,
    input: file.content,
    use: (output) => useScanned(reading, boundedText(output, limits), use),
  })
  requireRead(end)
  return end.result
}

async function useScanned<Result>(
  { engine, limits }: ReadSql,
  text: AsyncIterable<Buffer>,
  use: (sql: AsyncIterable<Buffer>, soFar: () => SqlSoFar) => Promise<Result>,
): Promise<Result> {
  const { start, content } = await peek(text)
  const said = sniffEngine(start)
  if (said !== null && said !== engine) throw importFailure('import_other_engine', `It says that it is of ${said}.`)
  const scanner = new SqlScanner(engineSandboxes[engine].dialect(), limits)
  const counted = { bytes: 0 }
  return await use(scan(scanner, content, counted), () => ({ ...counted, ...scanner.counts() }))
}

async function* scan(
  scanner: SqlScanner,
  text: AsyncIterable<Buffer>,
  counted: { bytes: number },
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of text) {
      // A large chunk would block the event loop for everyone else.
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        counted.bytes += piece.length
        yield* scanner.push(piece)
      }
    }
    yield* scanner.end()
  } catch (error) {
    throw error instanceof SqlRefusedError ? refused(error) : error
  }
}

function refused({ line, what, refusal }: SqlRefusedError): PermanentError {
  const isSize = refusal === 'statement_too_large' || refusal === 'too_many_statements'
  if (refusal === 'ends_in_the_middle') return importFailure('import_damaged', `Line ${line}: ${what}.`)
  return importFailure(isSize ? 'import_expands_too_much' : 'import_refused', `Line ${line}: ${what}.`)
}

/** Limits the expanded archive like any other file. */
async function* boundedText(output: AsyncIterable<Buffer>, limits: ImportLimits): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of output) {
    bytes += chunk.length
    if (bytes > limits.expandedBytes)
      throw importFailure('import_expands_too_much', `It contains more than ${limits.expandedBytes} bytes.`)
    yield chunk
  }
}

function requireRead({ exitCode, oomKilled, errors }: PipedEnd<unknown>): void {
  if (exitCode === 0) return
  const why = oomKilled ? 'pg_restore ran out of memory.' : `pg_restore ended with exit code ${exitCode}.`
  const { message, hint = '' } = importFailure('import_damaged', why)
  throw new PermanentError('import_damaged', message, {
    hint,
    details: { exitCode, logTail: errors.slice(-tailLength) },
  })
}
