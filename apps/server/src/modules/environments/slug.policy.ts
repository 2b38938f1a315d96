/** Short names for hostnames and paths. Pure. */

const maxLength = 40

/** Keeps Latin letters, digits, and inner hyphens of a name, or returns `fallback` when nothing is left. */
export function slugOf(name: string, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    // Removes accents, which normalization separated.
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const slug = trimHyphens(trimHyphens(plain).slice(0, maxLength))
  return slug === '' ? fallback : slug
}

/** Returns the first free one of `shop`, `shop-2`, `shop-3`, and so on. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
}

function trimHyphens(text: string): string {
  let from = 0
  let to = text.length
  while (text[from] === '-') from += 1
  while (to > from && text[to - 1] === '-') to -= 1
  return text.slice(from, to)
}
