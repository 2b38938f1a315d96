/** Which of their organisations a person looks at. Kept in the browser, so that a reload and other tabs agree. */
import { readPreference, savePreference } from './preferences.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'

const key = 'organization'
const chosen = createStore<string | null>(readPreference(key))

/** Undefined: the server takes their own. */
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

/** While a session has ended the page is kept, and so is what it looks at. */
function ownOrganizations() {
  const { user, endedFor } = sessionStore.get()
  return (user ?? endedFor)?.organizations ?? []
}

export function chooseOrganization(id: string): void {
  savePreference(key, id)
  chosen.set(id)
}
