/**
 * Elects one tab of the browser over a broadcast channel, for pages without HTTPS, which have no web locks. A tab claims the lead and takes
 * it if no other tab objects. The leader repeats that it leads; after a silence, such as a crash, the others elect again. If two tabs lead for
 * a moment, the one with the lower id stays.
 */
export interface ElectionTimes {
  /** Long enough for a response from a busy tab. */
  claimMs: number
  beatMs: number
  silenceMs: number
}

interface Message {
  kind: 'claim' | 'lead' | 'left'
  id: string
}

const usualTimes: ElectionTimes = { claimMs: 250, beatMs: 1_000, silenceMs: 3_500 }

/** Resolves when the work of this tab ends. While another tab leads, and after this tab lost the lead, it waits. */
export async function whenElected(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  times = usualTimes,
): Promise<void> {
  signal.throwIfAborted()
  const candidate = new Candidate(name, times)
  signal.addEventListener('abort', candidate.leave)
  try {
    for (;;) {
      const lost = await candidate.elected()
      signal.throwIfAborted()
      const isDone = await work(AbortSignal.any([signal, lost])).then(
        () => true,
        (error: unknown) => {
          if (signal.aborted || !lost.aborted) throw error
          return false
        },
      )
      if (isDone) return
    }
  } finally {
    signal.removeEventListener('abort', candidate.leave)
    candidate.leave()
  }
}

class Candidate {
  readonly #id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  readonly #times: ElectionTimes
  readonly #channel: BroadcastChannel
  #timer: ReturnType<typeof setTimeout> | undefined
  #state: 'waiting' | 'claiming' | 'leading' = 'waiting'
  #lost = new AbortController()
  #onElected: (lost: AbortSignal) => void = () => undefined

  constructor(name: string, times: ElectionTimes) {
    this.#times = times
    this.#channel = new BroadcastChannel(`${name}.leader`)
    this.#channel.onmessage = ({ data }: { data: Message }) => this.#take(data)
  }

  /** Resolves with a signal that aborts when another tab takes the lead. */
  async elected(): Promise<AbortSignal> {
    const elected = new Promise<AbortSignal>((resolve) => {
      this.#onElected = resolve
    })
    if (this.#timer === undefined) this.#claim()
    return await elected
  }

  leave = (): void => {
    clearTimeout(this.#timer)
    if (this.#state === 'leading') this.#send('left')
    this.#channel.close()
    this.#state = 'waiting'
    // A caller that still waits sees that its own signal is aborted.
    this.#onElected(this.#lost.signal)
  }

  #take({ kind, id }: Message): void {
    const isBelow = id < this.#id
    if (this.#state === 'leading') {
      if (kind === 'lead' && isBelow) this.#stepDown()
      else if (kind !== 'left') this.#send('lead')
    } else if (kind === 'lead') this.#waitFor(this.#times.silenceMs)
    else if (kind === 'left') this.#claim()
    else if (isBelow) this.#waitFor(this.#times.claimMs * 3)
    else if (this.#state === 'claiming') this.#send('claim')
  }

  #waitFor(ms: number): void {
    this.#state = 'waiting'
    this.#plan(() => this.#claim(), ms)
  }

  #claim(): void {
    this.#state = 'claiming'
    this.#send('claim')
    this.#plan(() => this.#lead(), this.#times.claimMs)
  }

  #lead(): void {
    this.#state = 'leading'
    this.#lost = new AbortController()
    this.#beat()
    this.#onElected(this.#lost.signal)
  }

  #beat(): void {
    this.#send('lead')
    this.#plan(() => this.#beat(), this.#times.beatMs)
  }

  #stepDown(): void {
    this.#lost.abort()
    this.#waitFor(this.#times.silenceMs)
  }

  #plan(step: () => void, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(step, ms)
  }

  #send(kind: Message['kind']): void {
    this.#channel.postMessage({ kind, id: this.#id } satisfies Message)
  }
}
