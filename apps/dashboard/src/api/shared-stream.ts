/**
 * One connection for all tabs. The tab that leads follows the stream and passes every event on; the others listen. When the leading tab
 * closes or crashes, another one continues after the last event that it saw.
 */
export interface Numbered {
  readonly event: string
  readonly id: string | undefined
}

export interface SharedStream<Event, State> {
  /** Tabs with the same name share a connection. */
  name: string
  /** Runs the work in one tab at a time. The work's signal also aborts when another tab takes over. */
  exclusively: typeof whenLeading
  signal: AbortSignal
  lastEventId: string | undefined
  onState(state: State): void
  onEvent(event: Event): void
  open(lastEventId: string | undefined, onState: (state: State) => void, signal: AbortSignal): AsyncIterable<Event>
}

type Message<Event, State> =
  | { kind: 'joined' }
  | { kind: 'state'; state: State | undefined }
  | { kind: 'event'; event: Event }

/** Resolves when the stream ends while this tab leads, or when the signal aborts. */
export async function followShared<Event extends Numbered, State>(stream: SharedStream<Event, State>): Promise<void> {
  const { name, exclusively, signal } = stream
  const channel = new BroadcastChannel(name)
  const send = (message: Message<Event, State>) => channel.postMessage(message)
  let lastId = stream.lastEventId
  let state: State | undefined
  let isLeader = false
  const take = (event: Event) => {
    lastId = event.id ?? lastId
    stream.onEvent(event)
  }
  // A message for the tab that joined reaches all tabs.
  const note = (next: State | undefined) => {
    if (next === undefined || next === state) return
    state = next
    stream.onState(next)
  }
  channel.onmessage = ({ data }: { data: Message<Event, State> }) => {
    if (isLeader) {
      if (data.kind === 'joined') send({ kind: 'state', state })
    } else if (data.kind === 'state') note(data.state)
    // A new leader repeats the events after the last one that it saw.
    else if (data.kind === 'event' && (data.event.event === 'reset' || isNewer(data.event.id, lastId))) take(data.event)
  }
  send({ kind: 'joined' })
  try {
    await exclusively(name, signal, async (leading) => {
      isLeader = true
      const onState = (next: State) => {
        note(next)
        send({ kind: 'state', state: next })
      }
      try {
        for await (const event of stream.open(lastId, onState, leading)) {
          take(event)
          send({ kind: 'event', event })
        }
      } finally {
        isLeader = false
      }
    })
  } finally {
    channel.close()
  }
}

/** Browsers release a web lock at once when its tab closes or crashes, but pages without HTTPS have no locks. */
export async function whenLeading(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (locks !== undefined) return await locks.request(name, { signal }, () => work(signal))
  const { whenElected } = await import('./leader-election.ts')
  await whenElected(name, signal, work)
}

function isNewer(id: string | undefined, lastId: string | undefined): boolean {
  return id === undefined || lastId === undefined || Number(id) > Number(lastId)
}
