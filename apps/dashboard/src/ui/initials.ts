/** Initials and a stable hue for a person or a project. */
const hues = [25, 55, 85, 130, 160, 195, 235, 265, 300, 345] as const

/** Takes the first and the last word: "Maya Lindqvist" is "ML". In an email address, only the part before the @ counts. */
export function initialsOf(name: string): string {
  const words = (name.split('@', 1)[0] ?? '').split(/[\s._-]+/u).filter((word) => word !== '')
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return ([...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')).toUpperCase() || '?'
}

/** The same name always gets the same hue, on every device. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return hues[sum % hues.length] ?? hues[0]
}
