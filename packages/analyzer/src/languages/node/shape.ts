/** The result of a framework detector: a server or a folder of files, and its defaults. */
import type { AppWarning } from '../../app.ts'
import { type Claim, claim, type Source } from '../../claim.ts'
import type { NodeContext } from './context.ts'
import { dependencySource, dependsOn } from './manifest.ts'

export interface Shape {
  readonly framework: Claim<string> | null
  readonly kind: 'web' | 'static' | 'worker'
  /** Default port. */
  readonly defaultPort: number | null
  /** The program that builds it, for a package without a build script. */
  readonly build: string | null
  /** The start command; null for the script of package.json. */
  readonly start: Claim<string> | null
  /** Only for the kind `static`. */
  readonly output: Claim<string> | null
  /** Every path that isn't a file gets index.html. */
  readonly isSinglePage: boolean
  /** Folders that run without node_modules, relative to the app. */
  readonly bundle: readonly string[]
  /** Build output outside of the app's folder, as a path from the workspace root. */
  readonly outside: string | null
  /** Variables for the build only. */
  readonly buildEnvironment: Readonly<Record<string, string>>
  /** Its server imports packages that the framework's own starter lists as development dependencies. */
  readonly needsDevelopment: boolean
  /** The build installs packages itself. */
  readonly installsWhileBuilding: boolean
  /** npm packages whose programs the start command needs and the repository doesn't list. */
  readonly programs: readonly string[]
  readonly healthPath: Claim<string> | null
  readonly warnings: readonly AppWarning[]
}

type ShapeFields = Partial<Shape> & Pick<Shape, 'framework' | 'kind'>

export function makeShape(fields: ShapeFields): Shape {
  return {
    defaultPort: null,
    build: null,
    start: null,
    output: null,
    isSinglePage: false,
    bundle: [],
    outside: null,
    buildEnvironment: {},
    needsDevelopment: false,
    installsWhileBuilding: false,
    programs: [],
    healthPath: null,
    warnings: [],
    ...fields,
  }
}

/** Detects the framework by its package; null if the app doesn't depend on it. */
export function byDependency(context: NodeContext, name: string, ...packages: string[]): Claim<string> | null {
  const found = packages.find((one) => dependsOn(context.manifest, one))
  return found === undefined ? null : claim(name, 1, dependencySource(context.manifest, found))
}

export function staticShape(
  framework: Claim<string>,
  build: string,
  output: Claim<string>,
  isSinglePage = false,
): Shape {
  return makeShape({ framework, kind: 'static', build, output, isSinglePage })
}

/** A default of the framework: certain, but nothing in the repository states it. */
export function usual<T>(value: T, ...sources: readonly Source[]): Claim<T> {
  return claim(value, 0.9, ...sources)
}
