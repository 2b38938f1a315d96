/** The pages that a person visited last in this browser, for the search. */
import { readPreference, savePreference } from './preferences.ts'

export interface RecentPage {
  path: string
  title: string
  userId: string
  organizationId: string
}

const key = 'recent'
const maxKept = 30
const maxTitle = 200

/** The newest comes first, and each page is listed once. */
export function addRecentPage(pages: readonly RecentPage[], page: RecentPage): RecentPage[] {
  const others = pages.filter(({ path, userId }) => path !== page.path || userId !== page.userId)
  return [{ ...page, title: page.title.slice(0, maxTitle) }, ...others].slice(0, maxKept)
}

/** Ignores text of another form, such as that of an older version. */
export function parseRecentPages(text: string | null): RecentPage[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isRecentPage) : []
  } catch {
    return []
  }
}

function isRecentPage(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map(Object.entries(value))
  const isText = (name: string) => typeof fields.get(name) === 'string'
  return ['path', 'title', 'userId', 'organizationId'].every(isText) && String(fields.get('path')).startsWith('/')
}

export function noteRecentPage(page: RecentPage): void {
  savePreference(key, JSON.stringify(addRecentPage(parseRecentPages(readPreference(key)), page)))
}

/** Only pages of this person in this organization: others may use the same browser. */
export function recentPages(userId: string | undefined, organizationId: string | undefined): RecentPage[] {
  return parseRecentPages(readPreference(key)).filter(
    (page) => page.userId === userId && page.organizationId === organizationId,
  )
}
