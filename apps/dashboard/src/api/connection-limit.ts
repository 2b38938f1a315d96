/**
 * Limits the long responses of all tabs together. Over HTTP/1.1, a browser opens at most six connections to one host, so windows that
 * follow logs side by side would leave none for anything else. A tab asks the others how many they hold; who asked first is served first.
 */
/** One more is the stream of events; two remain for everything else. */
const limit = 3
const responseMs = 500
const retryMs = 2_000

type Message = { kind: 'ask'; id: string } | { kind: 'held'; by: string; for: string } | { kind: 'left' }

/** HTTP/2 and later share one connection. */
export function isLimited(navigation: Pick<PerformanceResourceTiming, 'nextHopProtocol'> | undefined): boolean {
  return !/^h[23]/.test(navigation?.nextHopProtocol ?? '')
}

export async function withConnection(
  signal: AbortSignal,
  onState: (state: 'waiting') => void,
  work: () => Promise<void>,
): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!(navigation instanceof PerformanceNavigationTiming) || !isLimited(navigation)) return await work()
  await whenFree(signal, () => onState('waiting'), work)
}

/** Waits until fewer than the limit are open in all tabs. */
export async function whenFree(signal: AbortSignal, onWait: () => void, work: () => Promise<void>): Promise<void> {
  const place = new Place()
  try {
    while (!(await place.isFree())) {
      signal.throwIfAborted()
      onWait()
      await place.left(signal)
    }
    signal.throwIfAborted()
    await work()
  } finally {
    place.leave()
  }
}

class Place {
  /** Sorts by time. All tabs have the same clock. */
  readonly #id = newId()
  readonly #channel = new BroadcastChannel('longshore.connections')
  #state: 'asking' | 'waiting' | 'holding' = 'asking'
  readonly #ahead = new Set<string>()
  #onLeft: () => void = () => undefined

  constructor() {
    this.#channel.onmessage = ({ data }: { data: Message }) => {
      if (data.kind === 'left') this.#onLeft()
      else if (data.kind === 'held') data.for === this.#id && this.#ahead.add(data.by)
      else if (this.#isBefore(data.id)) this.#send({ kind: 'held', by: this.#id, for: data.id })
      // It may not have heard this tab's question, which it would answer.
      else this.#ahead.add(data.id)
    }
  }

  async isFree(): Promise<boolean> {
    this.#ahead.clear()
    this.#state = 'asking'
    this.#send({ kind: 'ask', id: this.#id })
    await new Promise((resolve) => setTimeout(resolve, responseMs))
    this.#state = this.#ahead.size < limit ? 'holding' : 'waiting'
    return this.#state === 'holding'
  }

  async left(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onLeft = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
      setTimeout(resolve, retryMs)
    })
  }

  leave(): void {
    if (this.#state !== 'waiting') this.#send({ kind: 'left' })
    this.#channel.close()
  }

  #isBefore(id: string): boolean {
    return this.#state === 'holding' || (this.#state === 'asking' && this.#id < id)
  }

  #send(message: Message): void {
    this.#channel.postMessage(message)
  }
}

function newId(): string {
  return `${Date.now()}.${Math.random()}`
}
