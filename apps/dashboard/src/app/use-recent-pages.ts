/** Remembers each page when it is left: by then, its title is complete. */
import { useEffect } from 'react'
import { currentOrganization } from '../api/organization.ts'
import { noteRecentPage } from '../api/recent-pages.ts'
import { sessionStore } from '../api/session.ts'
import { text } from '../text/text.ts'

const suffix = ` – ${text.common.product}`
/** A page that has no title of its own, such as an unknown path, keeps this one. */
let lastTitle = ''

export function useRecentPages(path: string): void {
  useEffect(() => {
    const note = () => notePage(path)
    // A reload or another site also leaves the page.
    addEventListener('pagehide', note)
    return () => {
      removeEventListener('pagehide', note)
      note()
    }
  }, [path])
}

function notePage(path: string): void {
  const { title } = document
  const userId = sessionStore.get().user?.id
  const organizationId = currentOrganization()
  const hasOwnTitle = title.endsWith(suffix) && title !== lastTitle
  lastTitle = title
  if (!hasOwnTitle || userId === undefined || organizationId === undefined) return
  noteRecentPage({ path, title: title.slice(0, -suffix.length), userId, organizationId })
}
