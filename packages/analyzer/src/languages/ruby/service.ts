import type { AppProcess, AppWarning } from '../../app.ts'
import type { Claim } from '../../claim.ts'

export interface RubyService {
  readonly framework: Claim<string> | null
  readonly processes: readonly AppProcess[]
  readonly buildCommand: Claim<string> | null
  readonly releaseCommand: Claim<string> | null
  readonly outputDirectory: Claim<string> | null
  /** Node builds the assets. */
  readonly needsNode: boolean
  readonly environment: Readonly<Record<string, string>>
  readonly buildEnvironment: Readonly<Record<string, string>>
  readonly warnings: readonly AppWarning[]
}

export const plainRuby: Omit<RubyService, 'framework' | 'processes'> = {
  buildCommand: null,
  releaseCommand: null,
  outputDirectory: null,
  needsNode: false,
  environment: { RACK_ENV: 'production', APP_ENV: 'production' },
  buildEnvironment: {},
  warnings: [],
}
