import type { AppProcess, AppWarning } from '../../app.ts'
import type { Claim } from '../../claim.ts'
import type { Dependencies } from '../make-app.ts'

/** FrankenPHP is a single program that serves PHP itself: no second process, and it can run as any user. */
export const phpPort = 8080

export interface PhpService {
  readonly framework: Claim<string> | null
  readonly processes: readonly AppProcess[]
  /** Public folder of the web server, relative to the app. */
  readonly documentRoot: string
  readonly buildCommand: Claim<string> | null
  readonly releaseCommand: Claim<string> | null
  readonly environment: Readonly<Record<string, string>>
  /** Commands after the code and packages are in place. */
  readonly buildSteps: readonly string[]
  readonly extensions: readonly string[]
  /** Dependencies of the code beyond composer.json. */
  readonly dependencies: Dependencies
  readonly warnings: readonly AppWarning[]
}

export const plainPhp: Omit<PhpService, 'framework' | 'processes' | 'documentRoot'> = {
  buildCommand: null,
  releaseCommand: null,
  environment: {},
  buildSteps: [],
  extensions: [],
  dependencies: new Map(),
  warnings: [],
}

export function serve(documentRoot: string): string {
  return `frankenphp php-server --listen :${phpPort} --root ${documentRoot === '.' ? '.' : `${documentRoot}/`}`
}
