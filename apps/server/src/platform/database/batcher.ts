/**
 * Combines concurrent calls into batches: while one batch runs, new items queue for the next one. An item never waits
 * for others to arrive, so idle times cost nothing, and under load one round trip and one commit serve many items.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface BatcherOptions<Item, Result> {
  /** Maximum number of items in a batch. */
  maxBatch: number
  maxWaiting: number
  onFull: () => Error
  /** Returns one result per item, in the same order. */
  work: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Whether a single item can have caused the error; then each item is retried alone. */
  isItemError: (error: unknown) => boolean
}

interface Waiting<Item, Result> {
  item: Item
  answer: PromiseWithResolvers<Result>
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isWorking = false
  const run = async (): Promise<void> => {
    isWorking = true
    // Include all items that arrive in this turn of the event loop.
    while (waiting.length > 0) {
      await nextTurn()
      const taken = waiting.slice(0, options.maxBatch)
      waiting = waiting.slice(options.maxBatch)
      await runBatch(options, taken)
    }
    isWorking = false
  }
  return async (item) => {
    if (waiting.length >= options.maxWaiting) throw options.onFull()
    const answer = Promise.withResolvers<Result>()
    waiting.push({ item, answer })
    if (!isWorking) void run()
    return await answer.promise
  }
}

async function runBatch<Item, Result>(
  options: Pick<BatcherOptions<Item, Result>, 'work' | 'isItemError'>,
  taken: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await options.work(taken.map(({ item }) => item))
    if (results.length !== taken.length) throw new RangeError(`${results.length} results for ${taken.length}`)
    for (const [index, result] of results.entries()) taken[index]?.answer.resolve(result)
  } catch (error) {
    if (taken.length > 1 && options.isItemError(error))
      await Promise.all(taken.map((each) => runBatch(options, [each])))
    else for (const { answer } of taken) answer.reject(error)
  }
}
