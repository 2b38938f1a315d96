import type { Allowances, DataRuntime, Runtime } from '@longshore/remote/runtime'
import type { ContractContext } from '@longshore/remote/runtime/contract'
import type { Target, TargetUser } from '../../fixtures/target.ts'
import type { Report } from '../../support/report.ts'

export interface RuntimeTestEnv extends ContractContext {
  readonly runtime: Runtime & DataRuntime
  readonly report: Report
  readonly target: Target
  readonly username: TargetUser
  /** Sets what the operator of the server allows. */
  readonly allow: (allowances: Allowances) => void
  /** Id of an image with a shell. */
  readonly debian: string
}
