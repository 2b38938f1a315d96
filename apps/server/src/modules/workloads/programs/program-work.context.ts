/** Dependencies for running a program. */
import type { DeployDeps } from '../../deployments/workflow/deploy.context.ts'

export type ProgramWork = Pick<DeployDeps, 'runtimes' | 'clock' | 'programs'>
