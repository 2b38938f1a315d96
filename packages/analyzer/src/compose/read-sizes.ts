/** Sizes of compose files, such as `512m`, in bytes. */

const powers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4, p: 5 }

/** Null if the text isn't a size. Units are powers of 1,024, as in Docker. */
export function parseBytes(text: string): number | null {
  const [, number, unit = ''] = /^(\d{1,16}(?:\.\d{1,9})?) ?(?:([kmgtp])i?)?b?$/i.exec(text) ?? []
  if (number === undefined) return null
  return Math.floor(Number(number) * 1_024 ** (powers[unit.toLowerCase()] ?? 0))
}
