/**
 * The token of an email link is in the fragment, so that no server sees it. It is removed from the address bar immediately and
 * stored for this tab until it is used, because the person may have to sign in first.
 */
export function takeLinkToken(page: 'setup' | 'invitation' | 'reset'): string | null {
  const token = tokenOf(globalThis.location.hash)
  if (token === null) return read(page)
  write(page, token)
  const { pathname, search } = globalThis.location
  globalThis.history.replaceState(globalThis.history.state, '', pathname + search)
  return token
}

export function forgetLinkToken(page: 'setup' | 'invitation' | 'reset'): void {
  write(page, null)
}

/** Null: the link was truncated, or the fragment is something else. */
export function tokenOf(fragment: string): string | null {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token')
  return token !== null && /^[\w-]{16,128}$/.test(token) ? token : null
}

const key = (page: string) => `longshore.link.${page}`

function read(page: string): string | null {
  try {
    return sessionStorage.getItem(key(page))
  } catch {
    return null
  }
}

function write(page: string, token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(key(page))
    else sessionStorage.setItem(key(page), token)
  } catch {
    // If storage is blocked, the person has to open the link again after signing in.
  }
}
