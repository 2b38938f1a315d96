/** Chooses the page that opens after signing in. The API reference isn't a page of the dashboard, so the browser loads it. */
export function nextPageLink(next = '/'): { href: string; reloadDocument: boolean } {
  return { href: next, reloadDocument: next.startsWith('/api/') }
}
