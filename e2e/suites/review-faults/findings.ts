/** All findings, in the order in which they run: the last ones remove the server and the organization of the others. */
import { deadConnection, notifyingLogs, stalledCollector } from './background.ts'
import { reloadDuringRefresh, staleSteps, usedUpConnections } from './browser.ts'
import { skewedClock } from './clocks.ts'
import { backupsOfDeleted, deletedOrganization } from './deletions.ts'
import { engineRowFindings } from './engine-rows.ts'
import { engineRunFindings } from './engine-runs.ts'
import type { Finding } from './finding.ts'
import { forcedRemovalDeadlock } from './lock-order.ts'
import { programFindings } from './programs.ts'
import { automaticDomain, forgottenPassword } from './responses.ts'
import { endlessHistory, fullDefaults, growingBackup, missingIndex, stuckRetention } from './retention.ts'
import {
  readdedServerRefuses,
  removedProxyLeavesKeys,
  serverChangesUnderDeployment,
  stoppedEnvironmentHangs,
} from './servers-and-environments.ts'
import { apiKnowsOneWorker, olderWorkerReplacesProxy } from './two-releases.ts'
import { lostCommitAnswer, uploadsInMemory } from './uploads.ts'

const withoutServer: readonly Finding[] = [
  ...engineRunFindings,
  ...engineRowFindings,
  stalledCollector,
  deadConnection,
  notifyingLogs,
  skewedClock,
  stuckRetention,
  endlessHistory,
  missingIndex,
  growingBackup,
  fullDefaults,
  forcedRemovalDeadlock,
  uploadsInMemory,
  lostCommitAnswer,
]

const withServer: readonly Finding[] = [
  // Runs before the first deployment: it starts its own proxies, whose claim would block the configuration of the
  // instance's.
  olderWorkerReplacesProxy,
  apiKnowsOneWorker,
  ...programFindings,
  automaticDomain,
  forgottenPassword,
  reloadDuringRefresh,
  usedUpConnections,
  staleSteps,
  stoppedEnvironmentHangs,
  serverChangesUnderDeployment,
  backupsOfDeleted,
  readdedServerRefuses,
  removedProxyLeavesKeys,
  deletedOrganization,
]

export const findings: readonly Finding[] = [...withoutServer, ...withServer]
