/**
 * The analysis as a row of stages, in order of authority: what detectors see in code, then what files state outright
 * (Procfile, app.json, Dockerfile, compose, longshore.yaml: each wins over the ones before it), then what all services
 * need. The same tree always gives the same report.
 */
import { overlayAppJson } from './app-json/overlay-app-json.ts'
import { overlayCompose } from './compose/overlay-compose.ts'
import { findDatabases } from './databases/find-databases.ts'
import { detectApps } from './detect/detect-apps.ts'
import { overlayDockerfiles } from './dockerfile/overlay-dockerfiles.ts'
import { type Findings, nothingFound, type Stage } from './findings.ts'
import { makeReport } from './finish/make-report.ts'
import { nameServices } from './finish/name-services.ts'
import { overlayLongshoreFile } from './longshore-file/overlay-longshore-file.ts'
import { overlayProcfile } from './procfile/overlay-procfile.ts'
import type { Report } from './report.schemas.ts'
import { Repository } from './repository.ts'
import type { Tree } from './tree.ts'
import { findVariables } from './variables/find-variables.ts'
import { findWarnings } from './warnings/find-warnings.ts'

export interface AnalyzeOptions {
  /** Only what is below this folder is looked at; `.` is everything. */
  rootDirectory?: string
}

const stages: readonly Stage[] = [
  detectApps,
  overlayProcfile,
  overlayAppJson,
  overlayDockerfiles,
  overlayCompose,
  overlayLongshoreFile,
  nameServices,
  findDatabases,
  findVariables,
  findWarnings,
]

export async function analyze(tree: Tree, options: AnalyzeOptions = {}): Promise<Report> {
  const repository = new Repository(tree)
  const scope = { repository, rootDirectory: tidy(options.rootDirectory ?? '.') }
  let findings: Findings = nothingFound
  for (const stage of stages) findings = await stage(scope, findings)
  return await makeReport(scope, findings)
}

function tidy(folder: string): string {
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}
