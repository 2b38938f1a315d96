/** What a framework makes of a package: a server or a folder of files, and what it does when nobody says otherwise. */
import type { AppWarning } from '../../app.ts'
import { type Claim, claim, type Source } from '../../claim.ts'
import type { NodeContext } from './context.ts'
import { dependencySource, dependsOn } from './manifest.ts'

export interface Shape {
  readonly framework: Claim<string> | null
  readonly kind: 'web' | 'static' | 'worker'
  /** Where it listens unless told otherwise. */
  readonly defaultPort: number | null
  /** The program that builds it, for a package without a build script. */
  readonly build: string | null
  /** How it is started; null: by the script of package.json. */
  readonly start: Claim<string> | null
  /** Of kind `static`. */
  readonly output: Claim<string> | null
  /** Every path that is no file is answered with index.html. */
  readonly isSinglePage: boolean
  /** Folders that run without node_modules, relative to the app. */
  readonly bundle: readonly string[]
  /** Where the build leaves its files when that is outside of the app's folder, from the workspace's root. */
  readonly outside: string | null
  /** Variables for the build alone. */
  readonly buildEnvironment: Readonly<Record<string, string>>
  /** Its server imports packages that the framework's own starter lists for development only. */
  readonly needsDevelopment: boolean
  /** The build installs packages of its own. */
  readonly installsWhileBuilding: boolean
  /** Packages whose programs the start command needs and the repository does not name, as npm installs them. */
  readonly programs: readonly string[]
  readonly healthPath: Claim<string> | null
  readonly warnings: readonly AppWarning[]
}

type Said = Partial<Shape> & Pick<Shape, 'framework' | 'kind'>

export function makeShape(said: Said): Shape {
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
    ...said,
  }
}

/** The framework by the package that it comes in; null when the app does not depend on it. */
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

/** A default of the framework: sure, but nothing in the repository says it. */
export function usual<T>(value: T, ...sources: readonly Source[]): Claim<T> {
  return claim(value, 0.9, ...sources)
}
