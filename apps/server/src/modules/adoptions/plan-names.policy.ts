/** Names of services and volumes that Longshore accepts, for names of compose projects. Pure. */

/** Returns a name in the environment for each name in the stack. */
export function planNames(services: readonly { readonly name: string }[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    services.map(({ name }) => {
      const wanted = cleanName(name.toLowerCase().replace(/[^a-z0-9-]+/g, '-'), 'service')
      const free = freeName(wanted, taken)
      taken.add(free)
      return [name, free]
    }),
  )
}

/** The name of the volume without its project, or the last folder of the path. */
export function volumeNameOf(source: string, path: string, project: string): string {
  const isNamed = !source.startsWith('/') && !/^[0-9a-f]{64}$/.test(source)
  const text = isNamed ? withoutProject(source, project) : (path.split('/').findLast((part) => part !== '') ?? '')
  return cleanName(text.toLowerCase().replace(/[^a-z0-9_.-]+/g, '-'), 'data')
}

export function freeName(wanted: string, taken: ReadonlySet<string>, separator = '-'): string {
  for (let number = 2, name = wanted; ; number += 1) {
    if (!taken.has(name)) return name
    name = `${wanted}${separator}${number}`
  }
}

function withoutProject(source: string, project: string): string {
  return source.startsWith(`${project}_`) ? source.slice(project.length + 1) : source
}

function cleanName(text: string, fallback: string): string {
  const isFit = (character: string | undefined) => character !== undefined && /[a-z0-9]/.test(character)
  const start = [...text].findIndex(isFit)
  if (start === -1) return fallback
  let end = Math.min(text.length, start + 50)
  while (!isFit(text[end - 1])) end -= 1
  return text.slice(start, end)
}
