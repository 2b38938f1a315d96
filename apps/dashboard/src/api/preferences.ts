/** Preferences that survive a reload. Storage can be blocked or full, so nothing may depend on them. */
const prefix = 'longshore.'

export function readPreference(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key)
  } catch {
    return null
  }
}

export function savePreference(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key)
    else localStorage.setItem(prefix + key, value)
  } catch {
    // The preference then lasts until the page is closed.
  }
}

/** Survives a reload of this tab only. */
export function readTabPreference(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key)
  } catch {
    return null
  }
}

export function saveTabPreference(key: string, value: string): void {
  try {
    sessionStorage.setItem(prefix + key, value)
  } catch {
    // The preference then lasts until the page is closed.
  }
}
