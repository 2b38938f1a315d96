/** The environment of the dashboard suites. */
import type { SignedIn } from './client.ts'
import type { Dashboard } from './dashboard.ts'
import type { Places } from './dashboard-pages.ts'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'

export interface DashboardTestEnv {
  readonly report: Report
  readonly instance: Instance
  readonly dashboard: Dashboard
  readonly person: SignedIn
  readonly places: Places
}
