import type { Context } from '../context.ts'
import type { Connection } from './connect.ts'
import { writeLink } from './link.ts'

interface Named {
  id: string
  name: string
}

/** Links the working directory to an environment of the connected instance. Returns the link and its file. */
export async function linkDirectory(
  { directory }: Pick<Context, 'directory'>,
  { url, organizationId }: Pick<Connection, 'url' | 'organizationId'>,
  { project, environment }: { project: Named; environment: Named },
) {
  const link = {
    url,
    ...(organizationId === undefined ? {} : { organizationId }),
    project: { id: project.id, name: project.name },
    environment: { id: environment.id, name: environment.name },
  }
  return { ...link, file: await writeLink(directory, link) }
}
