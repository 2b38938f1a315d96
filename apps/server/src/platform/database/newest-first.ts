/** One page of a list: newest first, by ids, which are ordered by time. One row more than asked says that there is another page. */
import { type SelectQueryBuilder, sql } from 'kysely'

export interface PageBefore {
  readonly before?: string | undefined
  readonly limit: number
}

/** For `$call`. `id` is the column, with its table where others have one too. */
export function newestFirst({ before, limit }: PageBefore, id = 'id') {
  return <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>) => {
    const column = sql.ref<string>(id)
    const from = before === undefined ? query : query.where(sql<boolean>`${column} < ${before}`)
    return from.orderBy(column, 'desc').limit(limit + 1)
  }
}
