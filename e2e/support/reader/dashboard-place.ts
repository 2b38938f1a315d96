/** The pages of the dashboard by the words that the documentation uses for them. */
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'

const places: Readonly<Record<string, (id: (name: string) => string) => string>> = {
  home: () => paths.home(),
  environment: (id) => paths.environment(id('ENVIRONMENT')),
  project: (id) => paths.project(id('PROJECT')),
  server: (id) => paths.server(id('SERVER')),
  service: (id) => paths.service(id('ENVIRONMENT'), id('SERVICE')),
  deployment: (id) => paths.deployment(id('ENVIRONMENT'), id('DEPLOYMENT')),
  domain: (id) => paths.domain(id('DOMAIN')),
}

export function pathOf(place: string, ids: ReadonlyMap<string, string>): string {
  const find = places[place]
  if (find === undefined) throw new Error(`“${place}” isn't one of ${Object.keys(places).join(', ')}`)
  return find((name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`the page doesn't say in its frontmatter that it needs a ${place}`)
    return id
  })
}
