/**
 * COPY as streams, in both directions. The driver parses the COPY messages but leaves handling them to the submitter.
 */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

declare module 'pg' {
  /** Members of the driver's connection that its types omit. */
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
    sendCopyFail(message: string): void
  }
}

const batchBytes = 64 << 10

/**
 * Streams rows in PostgreSQL's COPY format, many per chunk. Reads from the connection only as fast as the consumer
 * does.
 */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let connection: pg.Connection | undefined
  let batch: Buffer[] = []
  let held = 0
  const rows = new Readable({
    highWaterMark: 4 * batchBytes,
    read: () => void connection?.stream.resume(),
    destroy(error, done) {
      // Discard remaining data, so that the connection can be used or closed.
      connection?.stream.resume()
      done(error)
    },
  })
  const flush = () => {
    if (held === 0 || rows.destroyed) return true
    const hasRoom = rows.push(Buffer.concat(batch))
    batch = []
    held = 0
    return hasRoom
  }
  client.query({
    ...ignoredMessages,
    submit(used: pg.Connection) {
      connection = used
      used.query(statement)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (rows.destroyed) return
      // The driver reads the next message into the same memory.
      batch.push(Buffer.from(chunk))
      held += chunk.length
      if (held >= batchBytes && !flush()) connection?.stream.pause()
    },
    handleError: (error: Error) => void rows.destroy(error),
    handleReadyForQuery() {
      if (rows.destroyed) return
      flush()
      rows.push(null)
    },
  })
  return rows
}

export async function copyIn(client: pg.ClientBase, statement: string, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isOver = false
  let cause: unknown
  const end = (settle: () => void) => {
    isOver = true
    settle()
  }
  const send = async (connection: pg.Connection) => {
    try {
      for await (const chunk of rows) {
        if (isOver) return
        connection.sendCopyFromChunk(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      cause = error
      // The server responds with an error, which ends the statement.
      connection.sendCopyFail('the rows could not be read')
    }
  }
  client.query({
    ...ignoredMessages,
    submit: (connection: pg.Connection) => void connection.query(statement),
    handleCopyInResponse: (connection: pg.Connection) => void send(connection),
    handleError: (error: Error) => end(() => reject(cause ?? error)),
    handleReadyForQuery: () => end(resolve),
  })
  await promise
}

const nothing = () => undefined
const ignoredMessages = {
  handleRowDescription: nothing,
  handleDataRow: nothing,
  handlePortalSuspended: nothing,
  handleEmptyQuery: nothing,
  handleCommandComplete: nothing,
  handleCopyInResponse: nothing,
  handleCopyData: nothing,
}
