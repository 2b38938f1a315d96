import type { App, AppProcess, AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, sourceOf } from '../code/code-file.ts'
import type { PythonDependencies } from './dependencies.ts'

/** The input of framework detectors. */
export interface PythonProject {
  readonly folder: Folder
  readonly code: readonly CodeFile[]
  readonly dependencies: PythonDependencies
}

/** The result of a framework detector. */
export interface PythonService {
  readonly framework: Claim<string> | null
  readonly processes: readonly AppProcess[]
  readonly buildCommand: Claim<string> | null
  readonly releaseCommand: Claim<string> | null
  /** Packages that the commands need and the repository doesn't list. */
  readonly missing: readonly string[]
  readonly warnings: readonly AppWarning[]
  /** Variables of the image. */
  readonly environment: Readonly<Record<string, string>>
  /** Build-time variables: the settings don't load without them. */
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

/** A framework is present if it is a dependency, or if code without any manifest imports it. */
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
