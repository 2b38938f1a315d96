/** Sizes such as `64 MiB` as text and as bytes, without a loss. Pure. */
const binary = ['KiB', 'MiB', 'GiB', 'TiB'] as const
const decimal = ['KB', 'MB', 'GB', 'TB'] as const

/** A single letter is binary, as in Docker and Compose. Null: not a size. */
export function readSize(text: string): number | null {
  const [, number = '', prefix = '', kind = ''] = /^(\d{1,15}(?:\.\d{1,3})?) ?([kmgt]?)(i?b?)$/i.exec(text.trim()) ?? []
  if (number === '' || (prefix === '' && kind.toLowerCase().startsWith('i'))) return null
  const power = ['', 'k', 'm', 'g', 't'].indexOf(prefix.toLowerCase())
  const base = kind.toLowerCase() === 'b' ? 1_000 : 1_024
  return Math.round(Number(number) * base ** power)
}

/** In the largest unit that needs no fraction. */
export function formatSize(bytes: number): string {
  return formatIn(binary, 1_024, bytes) ?? formatIn(decimal, 1_000, bytes) ?? `${bytes} B`
}

function formatIn(units: readonly string[], base: number, bytes: number): string | undefined {
  const power = units.findLastIndex((_, index) => bytes > 0 && bytes % base ** (index + 1) === 0)
  return power === -1 ? undefined : `${bytes / base ** (power + 1)} ${units[power]}`
}
