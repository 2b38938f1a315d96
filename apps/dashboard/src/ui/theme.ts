/** Light, dark, or system theme. `theme.js` sets the first one before the page is drawn. */
import { readPreference, savePreference } from '../api/preferences.ts'
import { createStore } from '../api/store.ts'

export type Theme = 'light' | 'dark' | 'system'

const system = matchMedia('(prefers-color-scheme: dark)')
const kept = readPreference('theme')
export const themeStore = createStore<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

export function chooseTheme(theme: Theme): void {
  savePreference('theme', theme === 'system' ? null : theme)
  themeStore.set(theme)
  apply()
}

function apply(): void {
  const theme = themeStore.get()
  const isDark = theme === 'dark' || (theme === 'system' && system.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

system.addEventListener('change', apply)
