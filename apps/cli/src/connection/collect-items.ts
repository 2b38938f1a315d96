/** Collects all items of a list, or the first `limit`. */
export async function collectItems<Item>(list: AsyncIterable<Item>, limit = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    items.push(item)
    if (items.length >= limit) break
  }
  return items
}
