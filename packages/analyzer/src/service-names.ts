/** Unique service names that are valid in DNS. */

const maxLength = 63

/** Returns and reserves an unused name. A duplicate name gets its parent folder as a prefix. */
export function nameFor(wanted: string, taken: Set<string>, root = '.'): string {
  const plain = toLabel(wanted) || 'app'
  const parent = root.split('/').at(-2)
  const tries = [plain, ...(parent === undefined ? [] : [toLabel(`${parent}-${plain}`)])]
  let name = tries.find((one) => one !== '' && !taken.has(one))
  for (let count = 2; name === undefined; count += 1) {
    const numbered = `${plain.slice(0, maxLength - 5)}-${count}`
    if (!taken.has(numbered)) name = numbered
  }
  taken.add(name)
  return name
}

export function toLabel(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase()
  let label = ''
  for (const letter of letters.slice(0, 300)) {
    if (/[a-z0-9]/.test(letter)) label += letter
    else if (/\p{M}/u.test(letter)) continue
    else if (label !== '' && !label.endsWith('-')) label += '-'
  }
  const cut = label.slice(0, maxLength)
  return cut.endsWith('-') ? cut.slice(0, -1) : cut
}
