/** Pagination by id, newest first; ids are ordered by time. One extra row indicates that there is another page. */
import { type SelectQueryBuilder, sql } from 'kysely'

export interface PageBefore {
  readonly before?: string | undefined
  readonly limit: number
}

/** Query modifier for `$call`. `id` is the id column; qualify it if several joined tables have one. */
export function newestFirst({ before, limit }: PageBefore, id = 'id') {
  return <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>) => {
    const column = sql.ref<string>(id)
    const from = before === undefined ? query : query.where(sql<boolean>`${column} < ${before}`)
    return from.orderBy(column, 'desc').limit(limit + 1)
  }
}
