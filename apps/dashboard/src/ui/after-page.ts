/** Loads code that the first page doesn't need, some seconds after it. Later clicks then don't wait for the network. */
const settledMs = 5_000

export function afterPage(load: () => Promise<unknown>): void {
  // A failure is harmless: the code is loaded again when it is needed.
  setTimeout(() => void load().catch(() => undefined), settledMs)
}
