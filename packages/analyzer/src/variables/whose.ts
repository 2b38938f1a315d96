/** Whose variable it is: the services whose folder, or whose build, has the file. */
import type { AnalyzedService } from '../report.schemas.ts'

export type Whose = (file: string) => string[]

export function makeWhose(services: readonly AnalyzedService[], uses: ReadonlyMap<string, readonly string[]>): Whose {
  const known = new Map<string, string[]>()
  const places = services.flatMap((service) => [
    { name: service.name, folder: service.rootDirectory },
    ...(uses.get(service.rootDirectory) ?? []).map((folder) => ({ name: service.name, folder })),
  ])
  return (file) => {
    const end = file.lastIndexOf('/')
    const folder = end === -1 ? '.' : file.slice(0, end)
    const names = known.get(folder) ?? find(places, folder)
    known.set(folder, names)
    return names
  }
}

/** The nearest folder wins: an app inside another's folder has its own variables. */
function find(places: readonly { name: string; folder: string }[], folder: string): string[] {
  const around = places.filter(
    (place) => place.folder === '.' || folder === place.folder || folder.startsWith(`${place.folder}/`),
  )
  const depth = Math.max(0, ...around.map((place) => (place.folder === '.' ? 0 : place.folder.length)))
  const nearest = around.filter((place) => (place.folder === '.' ? 0 : place.folder.length) === depth)
  return [...new Set(nearest.map(({ name }) => name))]
}
