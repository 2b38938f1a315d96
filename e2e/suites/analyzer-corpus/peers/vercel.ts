import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { type Answer, type Peer, silence } from './answer.ts'
import { npmPeer } from './cache.ts'

const version = '7.7.3'
const frameworksVersion = '3.34.0'

const setting = z.object({ value: z.string().nullish(), placeholder: z.string().nullish() }).loose().nullish()
const recordSchema = z
  .object({
    slug: z.string().nullable(),
    settings: z.object({ buildCommand: setting, outputDirectory: setting }).loose(),
  })
  .loose()
  .nullable()

/** Vercel's detectors: framework, package manager, and the build that its platform would run. It has no start command and no port. */
export async function vercelPeer(mayInstall: boolean): Promise<Peer | null> {
  const packages = [`@vercel/fs-detectors@${version}`, `@vercel/frameworks@${frameworksVersion}`]
  const modules = await npmPeer(`fs-detectors-${version}`, packages, mayInstall)
  if (modules === null) return null
  const require = createRequire(join(modules, 'x.js'))
  const detectors = require('@vercel/fs-detectors')
  const { frameworkList } = require('@vercel/frameworks')
  return {
    name: '@vercel/fs-detectors',
    version,
    ask: async (folder) => {
      const fs = new detectors.LocalFileSystemDetector(folder)
      const record = recordSchema.parse(await detectors.detectFrameworkRecord({ fs, frameworkList }))
      const manager = await detectors.detectFramework({ fs, frameworkList: detectors.packageManagers })
      return record === null && manager === null ? silence : await answerOf(folder, record, String(manager ?? 'npm'))
    },
  }
}

async function answerOf(folder: string, record: z.output<typeof recordSchema>, manager: string): Promise<Answer> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'))
  const hasScript = typeof manifest?.scripts?.build === 'string'
  // Its platform does the same: the script if there is one, else the framework's own command.
  const build = hasScript ? `${manager} run build` : (record?.settings.buildCommand?.value ?? null)
  const output =
    record?.settings.outputDirectory?.value ??
    record?.settings.outputDirectory?.placeholder?.replaceAll('`', '') ??
    null
  return {
    ...silence,
    language: 'scripts' in manifest ? 'node' : null,
    framework: record?.slug ?? null,
    packageManager: 'name' in manifest ? manager : null,
    buildCommand: record === null ? null : build,
    outputDirectory: output,
  }
}
