/** One finding of the reviews of reliability, acceptance and dashboard, as a user or a machine triggers it. */
import type { SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { Target } from '../../fixtures/target.ts'
import type { Checkout } from '../../support/checkout.ts'
import type { DeployTestEnv } from '../../support/deploy-test-env.ts'
import type { Report } from '../../support/report.ts'

export interface Outcome {
  readonly broken: boolean
  /** The observed behavior. */
  readonly how: string
}

/**
 * The same code runs against every checkout, so it uses what all of them have: the API, the database, the server, or
 * modules whose path didn't change. It throws if the attempt wasn't possible; then the finding counts as not tried.
 */
export interface Finding {
  readonly id: string
  readonly title: string
  provoke(testEnv: FaultsTestEnv): Promise<Outcome>
}

export interface FaultsTestEnv {
  readonly report: Report
  readonly checkout: Checkout
  /** A new, migrated database of the checkout, in its own cluster, as superuser. */
  database(): Promise<{ readonly url: string }>
  /** The same instance of the checkout each time, with one server. */
  deploying(): Promise<Deploying>
}

export interface Deploying extends DeployTestEnv {
  readonly target: Target
  /** Runs as superuser, to move time and to read the truth. */
  readonly sql: SqlClient
}
