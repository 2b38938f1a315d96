/** The current organization. Stored in the browser, so that a reload and other tabs use the same one. */
import { readPreference, savePreference } from './preferences.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'

const key = 'organization'
const chosen = createStore<string | null>(readPreference(key))

/** Undefined: the server uses the person's first organization. */
export function currentOrganization(): string | undefined {
  const mine = ownOrganizations()
  const wanted = chosen.get()
  return mine.find(({ id }) => id === wanted)?.id ?? mine[0]?.id
}

export function useOrganization() {
  useStore(chosen)
  useStore(sessionStore)
  const id = currentOrganization()
  return ownOrganizations().find((each) => each.id === id)
}

/** After a session ends, the page stays open with its organization. */
function ownOrganizations() {
  const { user, endedFor } = sessionStore.get()
  return (user ?? endedFor)?.organizations ?? []
}

export function chooseOrganization(id: string): void {
  savePreference(key, id)
  chosen.set(id)
}
