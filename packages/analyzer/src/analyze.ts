/**
 * The analysis in order of precedence: what detectors find in code, then what files state explicitly (files of other
 * platforms, Procfile, app.json, Dockerfiles, compose, longshore.yaml: later ones win), then what all services need
 * together. The same tree always gives the same report.
 *
 * Decision: docs/decisions/0010-our-own-pure-analyzer.md
 */
import type { App } from './app.ts'
import { overlayAppJson } from './app-json/overlay-app-json.ts'
import { applyReading } from './apply-reading.ts'
import { buildPublishedImages } from './compose/published-image.ts'
import { readCompose } from './compose/read-compose.ts'
import { findDatabases } from './databases/find-databases.ts'
import { detectApps } from './detect/detect-apps.ts'
import { overlayDockerfiles } from './dockerfile/overlay-dockerfiles.ts'
import { makeReport } from './finish/make-report.ts'
import { nameServices } from './finish/name-services.ts'
import { servicesOf } from './finish/services-of.ts'
import { withWatchPaths } from './finish/watch-paths.ts'
import { Folder } from './folder.ts'
import { readLongshoreFile } from './longshore-file/read-longshore-file.ts'
import { overlayPlatformFiles } from './platform-files/overlay-platform-files.ts'
import { overlayProcfile } from './procfile/overlay-procfile.ts'
import type { Report } from './report.schemas.ts'
import { Repository } from './repository.ts'
import type { Tree } from './tree.ts'
import { findVariables } from './variables/find-variables.ts'
import { linkDatabases } from './variables/provide-variables.ts'
import { findWarnings } from './warnings/find-warnings.ts'

export interface AnalyzeOptions {
  /** Only this folder is analyzed; `.` is everything. */
  rootDirectory?: string
  /** Profiles of the compose file whose services are deployed too; `*` means all. */
  composeProfiles?: readonly string[]
}

export async function analyze(tree: Tree, options: AnalyzeOptions = {}): Promise<Report> {
  const repository = new Repository(tree)
  const root = tidy(options.rootDirectory ?? '.')
  const { apps: detected, workspaces } = await detectApps({ repository, rootDirectory: root })
  const apps = await Promise.all(detected.map((app) => overlayFiles(repository, app)))
  const known = servicesOf(apps)
  const read =
    (await readLongshoreFile(repository, root)) ?? (await readCompose(repository, root, options.composeProfiles))
  const reading = read === null ? null : await buildPublishedImages(read, { repository, root, detected: known })
  const stated = reading === null ? known : applyReading(reading, known)
  const built = await overlayDockerfiles(repository, stated, root)
  const services = withWatchPaths(nameServices(built.services), { repository, apps, workspaces, reading })
  const databases = await findDatabases({ repository, root, apps, reading })
  const uses = new Map(apps.map((app) => [app.root, app.uses]))
  const variables = await findVariables({
    repository,
    root,
    services,
    uses,
    databases,
    reading,
    stated: built.variables,
  })
  const warnings = await findWarnings({ repository, root, apps, services, databases, reading })
  return makeReport({
    repository,
    apps,
    workspaces,
    services,
    databases: linkDatabases(databases, variables),
    variables,
    // A file that only lists databases for development doesn't define what is deployed.
    configuration:
      reading === null || reading.services.length === 0 ? null : { kind: reading.kind, file: reading.file },
    warnings: [...warnings, ...built.warnings],
    composeProfiles: reading?.composeProfiles ?? [],
    domains: reading?.domains ?? [],
  })
}

async function overlayFiles(repository: Repository, app: App): Promise<App> {
  const folder = new Folder(repository, app.root)
  return await overlayProcfile(folder, await overlayAppJson(folder, await overlayPlatformFiles(folder, app)))
}

function tidy(folder: string): string {
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}
