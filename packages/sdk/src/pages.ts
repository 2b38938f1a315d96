/** Reads lists page by page. */
import type { Page } from './operation.ts'

/** Fails on a repeated cursor, which would cause an endless loop. */
export async function* readPages<PageOf extends Page<unknown>>(
  read: (cursor: string | undefined) => Promise<PageOf>,
  first: string | undefined,
): AsyncGenerator<PageOf> {
  for (let cursor = first; ; ) {
    const page = await read(cursor)
    yield page
    if (page.nextCursor === null) return
    if (page.nextCursor === cursor) throw new Error("the list doesn't continue: its next page is the same")
    cursor = page.nextCursor
  }
}
