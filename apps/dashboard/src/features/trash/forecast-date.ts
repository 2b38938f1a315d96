const thisYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const otherYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' })

/** A day such as “Nov 26”, with its year only if that is another one. Pure. */
export function forecastDate(at: string, now = new Date()): string {
  const date = new Date(at)
  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(date)
}
