/** Finds the owner of a variable: the services whose folder or build contains the file. */
import type { AnalyzedService } from '../report.schemas.ts'

export type OwnerLookup = (file: string) => string[]

export function createOwnerLookup(
  services: readonly AnalyzedService[],
  uses: ReadonlyMap<string, readonly string[]>,
): OwnerLookup {
  const owners = new Map<string, string[]>()
  for (const { name, rootDirectory } of services) {
    for (const folder of new Set([rootDirectory, ...(uses.get(rootDirectory) ?? [])])) {
      const names = owners.get(folder) ?? []
      owners.set(folder, names)
      if (!names.includes(name)) names.push(name)
    }
  }
  return (file) => find(owners, file)
}

/** The nearest folder wins: an app inside another's folder has its own variables. */
function find(owners: ReadonlyMap<string, string[]>, file: string): string[] {
  for (let end = file.lastIndexOf('/'); end !== -1; end = file.lastIndexOf('/', end - 1)) {
    const names = owners.get(file.slice(0, end))
    if (names !== undefined) return names
    if (end === 0) break
  }
  return owners.get('.') ?? []
}
