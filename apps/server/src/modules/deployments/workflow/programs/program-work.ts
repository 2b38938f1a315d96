/** Dependencies for running a program. */
import type { DeployDeps } from '../deploy-ports.ts'

export type ProgramWork = Pick<DeployDeps, 'runtimes' | 'clock' | 'programs'>
