/** One finding of the reviews of reliability, acceptance and dashboard, as a user or a machine provokes it. */
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
 * The same code provokes every checkout, so it uses what all of them have: the API, the database, the server, or modules whose path
 * did not change. It throws when the attempt was not possible: then the finding counts as not tried.
 */
export interface Finding {
  readonly id: string
  readonly title: string
  provoke(testEnv: FaultsTestEnv): Promise<Outcome>
}

export interface FaultsTestEnv {
  readonly report: Report
  readonly checkout: Checkout
  /** A new, migrated database of the checkout, in a cluster of its own, as superuser. */
  database(): Promise<{ readonly url: string }>
  /** The same instance of the checkout each time, with one server. */
  deploying(): Promise<Deploying>
}

export interface Deploying extends DeployTestEnv {
  readonly target: Target
  /** As superuser, to let time pass and to read truths. */
  readonly sql: SqlClient
}
