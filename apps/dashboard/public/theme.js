// Before the first paint: a page that flashes white at night is a fault.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('longshore.theme')
  } catch {
    // Storage may be forbidden; the system's choice then holds.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
