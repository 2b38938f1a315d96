/** Runtime versions without security fixes: the first supported version after each, and the end of support. */
const ended: Readonly<Record<string, readonly { below: readonly [number, number]; since: string; take: string }[]>> = {
  node: [{ below: [22, 0], since: 'April 2026', take: '24' }],
  python: [{ below: [3, 11], since: 'October 2026', take: '3.13' }],
  ruby: [{ below: [3, 3], since: 'March 2026', take: '3.4' }],
  php: [{ below: [8, 2], since: 'December 2025', take: '8.4' }],
  go: [{ below: [1, 25], since: 'August 2026', take: '1.26' }],
  java: [{ below: [17, 0], since: '2023', take: '21' }],
  dotnet: [{ below: [8, 0], since: '2024', take: '10' }],
  elixir: [{ below: [1, 15], since: '2025', take: '1.18' }],
}

export function endOfLife(language: string, version: string): { since: string; take: string } | null {
  const parts = /^v?(\d{1,4})(?:\.(\d{1,4}))?/.exec(version)
  if (parts === null) return null
  const [major, minor] = [Number(parts[1]), Number(parts[2] ?? Number.POSITIVE_INFINITY)]
  const rule = ended[language === 'kotlin' ? 'java' : language]?.find(
    ({ below }) => major < below[0] || (major === below[0] && minor < below[1]),
  )
  // A language with only major versions has no minor version to compare.
  return rule === undefined || (parts[2] === undefined && major === rule.below[0]) ? null : rule
}
