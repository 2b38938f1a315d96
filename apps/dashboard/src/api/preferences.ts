/** Small choices of a person that outlive the page. Storage may be forbidden or full: nothing here is needed to work. */
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
    // Then it is forgotten with the page.
  }
}
