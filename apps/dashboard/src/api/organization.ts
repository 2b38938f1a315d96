/** Which of their organisations a person looks at. Kept in the browser, so that a reload and other tabs agree. */
import { remember, remembered } from './remembered.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'

const key = 'organization'
const chosen = createStore<string | null>(remembered(key))

/** Undefined: the server takes their own. */
export function currentOrganization(): string | undefined {
  const mine = sessionStore.get().user?.organizations ?? []
  const wanted = chosen.get()
  return mine.find(({ id }) => id === wanted)?.id ?? mine[0]?.id
}

export function useOrganization() {
  useStore(chosen)
  const { user } = useStore(sessionStore)
  const id = currentOrganization()
  return user?.organizations.find((each) => each.id === id)
}

export function chooseOrganization(id: string): void {
  remember(key, id)
  chosen.set(id)
}
