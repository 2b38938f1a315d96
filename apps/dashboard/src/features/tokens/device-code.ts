/**
 * The code of a device sign-in. The CLI opens the page with the code in the fragment, so that no server log contains it. It is
 * removed from the address bar and stored for this tab, because the person may have to sign in first.
 */
const key = 'longshore.link.device'

export function takeDeviceCode(): string | null {
  const code = deviceCodeOf(globalThis.location.hash)
  if (code === null) return stored()
  store(code)
  const { pathname, search } = globalThis.location
  globalThis.history.replaceState(globalThis.history.state, '', pathname + search)
  return code
}

export function forgetDeviceCode(): void {
  store(null)
}

/** Null: the fragment is something else. */
export function deviceCodeOf(fragment: string): string | null {
  const code = new URLSearchParams(fragment.replace(/^#/, '')).get('code')
  return code !== null && /^[A-Z]{4}-[A-Z]{4}$/.test(code) ? code : null
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, code)
  } catch {
    // If storage is blocked, the person types the code after signing in.
  }
}
