/** What running a program needs of the world. */
import type { DeployDeps } from '../deploy-ports.ts'

export type ProgramWork = Pick<DeployDeps, 'runtimes' | 'clock' | 'programs'>
