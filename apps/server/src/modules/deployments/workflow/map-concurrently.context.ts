/**
 * Maps items with limited concurrency and keeps their order. After the first failure, the current group still finishes.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += atOnce) {
    const settled = await Promise.allSettled(items.slice(at, at + atOnce).map(work))
    for (const each of settled) {
      if (each.status === 'rejected') throw each.reason
      results.push(each.value)
    }
  }
  return results
}
