/**
 * Wraps the single connection of a transaction for repositories. The code that began the transaction releases the
 * connection.
 */
import { Kysely, type PostgresCursor, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { brandTransaction } from '../../ids/brand.ts'
import type { Tx } from '../database.ts'
import type { DB } from '../schema.generated.ts'

export function asTransaction(client: pg.PoolClient): Tx {
  const held = new TransactionClient(client)
  const pool = { options: {}, connect: async () => held, end: async () => undefined }
  return brandTransaction(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }))
}

class TransactionClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  release(): void {
    // The connection is still in its transaction.
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    return typeof text === 'string' ? this.#client.query(text, values) : this.#client.query(text)
  }
}
