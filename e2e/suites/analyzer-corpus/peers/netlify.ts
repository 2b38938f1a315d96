import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type Peer, silence } from './answer.ts'
import { npmPeer } from './cache.ts'

const version = '10.5.1'

const settingsSchema = z.array(
  z
    .object({
      framework: z.object({ id: z.string() }).loose(),
      buildCommand: z.string().nullish(),
      dist: z.string().nullish(),
    })
    .loose(),
)

/**
 * Netlify's detectors: framework, package manager, build command, output folder. Their port belongs to the development
 * server, so it isn't compared.
 */
export async function netlifyPeer(mayInstall: boolean): Promise<Peer | null> {
  const modules = await npmPeer(`build-info-${version}`, [`@netlify/build-info@${version}`], mayInstall)
  if (modules === null) return null
  const base = join(modules, '@netlify/build-info/lib')
  const { Project } = await import(pathToFileURL(join(base, 'index.js')).href)
  const { NodeFS } = await import(pathToFileURL(join(base, 'node/file-system.js')).href)
  return {
    name: '@netlify/build-info',
    version,
    ask: async (folder, root) => {
      const fs = new NodeFS()
      fs.cwd = folder
      const project = new Project(fs, folder, root).setEnvironment({}).setNodeVersion(process.version)
      const [best] = settingsSchema.parse(await project.getBuildSettings(folder === root ? undefined : folder))
      const manager = project.packageManager?.name ?? null
      if (best === undefined) return { ...silence, packageManager: manager }
      const { framework, buildCommand, dist } = best
      return {
        ...silence,
        framework: framework.id,
        packageManager: manager,
        buildCommand: buildCommand ?? null,
        outputDirectory: dist ?? null,
      }
    },
  }
}
