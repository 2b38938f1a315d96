/** Items of a list: all of them, or the first so many. */
export async function collectItems<Item>(list: AsyncIterable<Item>, limit = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    items.push(item)
    if (items.length >= limit) break
  }
  return items
}
