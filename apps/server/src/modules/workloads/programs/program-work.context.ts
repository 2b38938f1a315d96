/** Dependencies for running a program. */
import type { EnvironmentWork } from '../environment-work.context.ts'

export type ProgramWork = Pick<EnvironmentWork, 'runtimes' | 'clock' | 'programs'>
