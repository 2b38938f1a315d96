import type { App, AppProcess, AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, sourceOf } from '../code/code-file.ts'
import type { PythonDependencies } from './dependencies.ts'

/** What detectors of frameworks look at. */
export interface PythonProject {
  readonly folder: Folder
  readonly code: readonly CodeFile[]
  readonly dependencies: PythonDependencies
}

/** What a framework says about the app. */
export interface PythonService {
  readonly framework: Claim<string> | null
  readonly processes: readonly AppProcess[]
  readonly buildCommand: Claim<string> | null
  readonly releaseCommand: Claim<string> | null
  /** Packages that the commands need and the repository does not name. */
  readonly missing: readonly string[]
  readonly warnings: readonly AppWarning[]
  /** For the image. */
  readonly environment: Readonly<Record<string, string>>
  /** Only while it is built: settings refuse to load without them. */
  readonly buildEnvironment: Readonly<Record<string, string>>
  readonly outputDirectory: Claim<string> | null
}

export function service(
  framework: Claim<string> | null,
  processes: readonly AppProcess[],
  rest: Partial<PythonService> = {},
): PythonService {
  return {
    framework,
    processes,
    buildCommand: null,
    releaseCommand: null,
    missing: [],
    warnings: [],
    environment: {},
    buildEnvironment: {},
    outputDirectory: null,
    ...rest,
  }
}

export function depends(project: PythonProject, name: string): boolean {
  return project.dependencies.all.has(name)
}

/** A framework is there when it is a dependency, or when code without any manifest imports it. */
export function findFramework(
  project: PythonProject,
  name: string,
  module = name.replaceAll('-', '_'),
): Claim<string> | null {
  const found: App['dependencies'] = project.dependencies.all
  const entry = found.get(name)
  if (entry !== undefined) return claim(name, 1, source(entry.file, entry.line, `depends on ${name}`))
  const imported = findLine(project.code, new RegExp(`^(?:from|import)[ \\t]+${module}(?:[ \\t.,]|$)`))
  return imported === null ? null : claim(name, 0.9, sourceOf(imported))
}
