/** Every app that the suite can check, light ones first. */
import type { AppCheck } from './app-check.ts'
import { actualBudget } from './apps/actual-budget.ts'
import { changedetectionIo } from './apps/changedetection-io.ts'
import { directus } from './apps/directus.ts'
import { gatus } from './apps/gatus.ts'
import { keycloak } from './apps/keycloak.ts'
import { miniflux } from './apps/miniflux.ts'
import { nodeRed } from './apps/node-red.ts'
import { pgadmin } from './apps/pgadmin.ts'
import { radicale } from './apps/radicale.ts'
import { synapse } from './apps/synapse.ts'
import { unleash } from './apps/unleash.ts'
import { verdaccio } from './apps/verdaccio.ts'
import { victoriaMetrics } from './apps/victoria-metrics.ts'

export const appChecks: readonly AppCheck[] = [
  nodeRed,
  actualBudget,
  miniflux,
  verdaccio,
  radicale,
  victoriaMetrics,
  unleash,
  directus,
  pgadmin,
  synapse,
  changedetectionIo,
  gatus,
  keycloak,
]
