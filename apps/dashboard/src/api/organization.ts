/**
 * The current organization. A reload keeps the choice of this tab. A new tab, or another browser, opens the organization
 * that the person chose last, which the server remembers.
 */
import { updateMe } from '@longshore/sdk/operations'
import { readTabPreference, saveTabPreference } from './preferences.ts'
import { client, sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'

const key = 'organization'
const chosen = createStore<string | null>(readTabPreference(key))

/** Undefined: the person belongs to no organization. */
export function currentOrganization(): string | undefined {
  const { organizations, lastOrganizationId } = currentPerson()
  const isMine = (wanted: string | null) => organizations.some(({ id }) => id === wanted)
  return [chosen.get(), lastOrganizationId].find(isMine) ?? organizations[0]?.id
}

export function useOrganization() {
  useStore(chosen)
  useStore(sessionStore)
  const id = currentOrganization()
  return currentPerson().organizations.find((each) => each.id === id)
}

/** After a session ends, the page stays open with its organization. */
function currentPerson() {
  const { user, endedFor } = sessionStore.get()
  return user ?? endedFor ?? { organizations: [], lastOrganizationId: null }
}

export function chooseOrganization(id: string): void {
  saveTabPreference(key, id)
  chosen.set(id)
  // Only the next browser depends on it, so a failure isn't worth an error message.
  client.call(updateMe, { body: { lastOrganizationId: id } }).catch(() => undefined)
}
