/**
 * One connection for all tabs. The tab that holds the lock follows the stream and passes every event on; the others listen and wait for
 * the lock. The browser releases the lock of a tab that closes or crashes, so another one continues after the last event that it saw.
 */
export interface Numbered {
  readonly event: string
  readonly id: string | undefined
}

export interface SharedStream<Event, State> {
  /** Tabs with the same name share a connection. */
  name: string
  locks: Pick<LockManager, 'request'>
  signal: AbortSignal
  lastEventId: string | undefined
  onState(state: State): void
  onEvent(event: Event): void
  open(lastEventId: string | undefined, onState: (state: State) => void): AsyncIterable<Event>
}

type Message<Event, State> =
  | { kind: 'joined' }
  | { kind: 'state'; state: State | undefined }
  | { kind: 'event'; event: Event }

/** Resolves when the stream ends while this tab leads, or when the signal aborts. */
export async function followShared<Event extends Numbered, State>(stream: SharedStream<Event, State>): Promise<void> {
  const { name, locks, signal } = stream
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
    await locks.request(name, { signal }, async () => {
      isLeader = true
      const onState = (next: State) => {
        note(next)
        send({ kind: 'state', state: next })
      }
      for await (const event of stream.open(lastId, onState)) {
        take(event)
        send({ kind: 'event', event })
      }
    })
  } finally {
    channel.close()
  }
}

function isNewer(id: string | undefined, lastId: string | undefined): boolean {
  return id === undefined || lastId === undefined || Number(id) > Number(lastId)
}
