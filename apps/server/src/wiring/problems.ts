/** All problem codes of the API, for the documentation pages and the generated reference. */
import { accountProblems } from '../modules/accounts/index.ts'
import { adoptionProblems } from '../modules/adoptions/index.ts'
import { alertProblems } from '../modules/alerts/index.ts'
import { autoDeployProblems } from '../modules/auto-deploy/index.ts'
import {
  backupProblems,
  backupScheduleProblems,
  importProblems,
  moveProblems,
  recoveryProblems,
  restoreProblems,
  verificationProblems,
} from '../modules/backups/index.ts'
import { catalogProblems } from '../modules/catalog/index.ts'
import { commandProblems } from '../modules/commands/index.ts'
import { deploymentProblems } from '../modules/deployments/index.ts'
import { attachedDomainProblems, domainProblems } from '../modules/domains/index.ts'
import { environmentProblems } from '../modules/environments/index.ts'
import { gitProviderProblems } from '../modules/git-providers/index.ts'
import { hardeningProblems } from '../modules/hardening/index.ts'
import { instanceProblems } from '../modules/instance/index.ts'
import { notificationProblems } from '../modules/notifications/index.ts'
import { organizationProblems } from '../modules/organizations/index.ts'
import { previewProblems } from '../modules/previews/index.ts'
import { analysisProblems, projectProblems } from '../modules/projects/index.ts'
import { registryProblems } from '../modules/registries/index.ts'
import { serverProblems } from '../modules/servers/index.ts'
import { trashProblems } from '../modules/trash/index.ts'
import { platformProblems } from '../platform/errors/platform-problems.ts'
import type { ProblemDefinition } from '../platform/errors/problem.ts'
import { streamProblems } from '../platform/http/sse/stream-problems.ts'
import { linkProblems } from '../platform/link/link-problems.ts'

export const allProblems: Readonly<Record<string, ProblemDefinition>> = {
  ...platformProblems,
  ...streamProblems,
  ...linkProblems,
  ...accountProblems,
  ...organizationProblems,
  ...serverProblems,
  ...hardeningProblems,
  ...gitProviderProblems,
  ...projectProblems,
  ...analysisProblems,
  ...environmentProblems,
  ...deploymentProblems,
  ...instanceProblems,
  ...registryProblems,
  ...trashProblems,
  ...domainProblems,
  ...attachedDomainProblems,
  ...adoptionProblems,
  ...previewProblems,
  ...alertProblems,
  ...notificationProblems,
  ...autoDeployProblems,
  ...commandProblems,
  ...backupScheduleProblems,
  ...moveProblems,
  ...recoveryProblems,
  ...verificationProblems,
  ...restoreProblems,
  ...importProblems,
  ...backupProblems,
  ...catalogProblems,
}
