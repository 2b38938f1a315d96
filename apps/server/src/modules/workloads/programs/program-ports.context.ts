/** Records that running a program needs. The simulation keeps them in memory. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { LogCursor } from '../../runtime-logs/index.ts'
import type { OutputChunk } from './program-log.stream.ts'
import type { NewProgram } from './programs.repository.ts'
import type { ProgramOutcome } from './programs.schemas.ts'

export type ProgramContext = Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>

/** A program that was started. It is adopted, and never started again. */
export interface ProgramRecord {
  readonly container: string
  readonly serverId: Id<'srv'>
  readonly deploymentId: Id<'dep'>
  readonly service: string
  /** Time since its start. */
  readonly ranMs: number
  readonly cursor: LogCursor
  readonly writes: number
  readonly outcome: ProgramOutcome | null
}

/** Each write is rejected when the run was canceled or taken over. */
export interface ProgramRecords {
  /** Lists the programs of one run in the order in which they started. */
  list(organizationId: OrganizationId, run: ProgramContext['run']): Promise<ProgramRecord[]>
  begin(context: ProgramContext, program: NewProgram): Promise<void>
  /** Applies once per value of `writes`, however often it is called. */
  append(context: ProgramContext, output: ProgramOutput): Promise<void>
  end(context: ProgramContext, end: { container: string; outcome: ProgramOutcome }): Promise<void>
}

export interface ProgramOutput {
  readonly container: string
  readonly step: string
  readonly writes: number
  readonly cursor: LogCursor
  readonly chunks: readonly OutputChunk[]
}
