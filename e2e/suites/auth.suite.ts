/**
 * Sign-up, sign-in, sessions, limits, organizations and audit under attack, races and outages.
 *
 * @tier gate
 * @budget 300
 * @gate 40 otp lockout tokens sign-up organizations passwords reset refresh mfa deletion audit
 * @topics otp lockout tokens limits mail url sign-up events deletion organizations audit passwords boot reset refresh mfa storm
 * @topics slow leaving enumeration outages
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import { type AuthContext, inLanes, type Topic } from '../support/auth/auth-context.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveAccessTokens } from './auth/access-tokens.ts'
import { proveAudit } from './auth/audit.ts'
import { proveBoot } from './auth/boot.ts'
import { proveDeletion } from './auth/deletion.ts'
import { proveEnumeration } from './auth/enumeration.ts'
import { proveLeavingClients } from './auth/leaving-clients.ts'
import { proveLimits } from './auth/limits.ts'
import { proveLockout } from './auth/lockout.ts'
import { proveMailInjection } from './auth/mail-injection.ts'
import { proveOneTimeCodes } from './auth/one-time-codes.ts'
import { proveOrganizations } from './auth/organizations.ts'
import { proveOutages } from './auth/outages.ts'
import { provePasswords, proveSignInStorm } from './auth/passwords.ts'
import { proveRefresh } from './auth/refresh.ts'
import { proveReset } from './auth/reset.ts'
import { proveSecondFactor } from './auth/second-factor.ts'
import { proveSecurityMails } from './auth/security-mails.ts'
import { proveSignUp } from './auth/sign-up.ts'
import { proveSlowClients } from './auth/slow-clients.ts'
import { proveTokenInUrl } from './auth/token-in-url.ts'

/** These topics run concurrently on one instance, because none of them measures time. */
const together: Record<string, Topic> = {
  otp: proveOneTimeCodes,
  lockout: proveLockout,
  tokens: proveAccessTokens,
  limits: proveLimits,
  mail: proveMailInjection,
  url: proveTokenInUrl,
  'sign-up': proveSignUp,
  events: proveSecurityMails,
  deletion: proveDeletion,
  organizations: proveOrganizations,
  audit: proveAudit,
  passwords: provePasswords,
  boot: proveBoot,
  reset: proveReset,
  refresh: proveRefresh,
  mfa: proveSecondFactor,
}
/** These topics run one after another, because they measure time or break the instance. */
const alone: Record<string, Topic> = {
  storm: proveSignInStorm,
  slow: proveSlowClients,
  leaving: proveLeavingClients,
  enumeration: proveEnumeration,
  outages: proveOutages,
}

const select = (topics: Record<string, Topic>) => Object.entries(topics).filter(([name]) => isChosen(name))
const report = new Report('auth')
{
  // Some topics start many processes, so the compile cache is kept for the run.
  const cache = await mkdtemp(join(tmpdir(), 'longshore-auth-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(cache, { recursive: true, force: true }))
  const environment = { API_REQUESTS_PER_MINUTE: '1000000', NODE_COMPILE_CACHE: cache }
  const instance = stack.use(await startInstance({ environment }))
  const db = connectAsSuperuser(instance.databaseUrl)
  const context: AuthContext = { instance, db, report }
  await inLanes(5, select(together), ([name, topic]) => runTopic({ report }, name, () => topic(context)))
  for (const [name, topic] of select(alone)) await runTopic({ report }, name, () => topic(context))
  await db.end()
}
report.figure('quick', isQuick)
report.finish()
