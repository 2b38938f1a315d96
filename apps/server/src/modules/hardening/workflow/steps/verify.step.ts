/**
 * Verifies access: a login on a new TCP connection with the pinned host key, and over it sudo, Docker, the effective
 * configuration and the published ports. An existing connection proves nothing and isn't used.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { HardeningError, verifyServer } from '@longshore/remote/hardening'
import { RemoteError } from '@longshore/remote/ssh'
import { z } from 'zod'
import {
  guardOf,
  type HardeningDeps,
  hardeningStep,
  isIdle,
  loadRun,
  slowAttempts,
  subjectOf,
  windowElapsed,
} from '../hardening.context.ts'
import type { applyStep } from './apply.step.ts'
import type { planStep } from './plan.step.ts'

/** sshd may be reloading its configuration at this moment. */
const tries = 3
const loginDeadlineMs = 8_000

export function verifyStep(
  deps: HardeningDeps,
  { plan, apply }: { plan: ReturnType<typeof planStep>; apply: ReturnType<typeof applyStep> },
) {
  return hardeningStep<Record<string, never>>({
    name: 'verify',
    output: z.object({}),
    deadlineMs: 300_000,
    attempts: slowAttempts,
    async run(context) {
      if (isIdle(await loadRun(deps, context))) return {}
      const { organizationId, serverId, id } = subjectOf(context)
      const { baseline } = context.output(plan)
      const { changes } = context.output(apply)
      let lastLoginError: RemoteError | undefined
      for (let attempt = 1; ; attempt += 1) {
        try {
          const options = { deadlineMs: loginDeadlineMs, signal: context.signal }
          await using fresh = await deps.access.open(organizationId, serverId, options)
          await verifyServer(fresh, { baseline, changes }, context.signal).catch(async (error: unknown) => {
            // The timer may have ended the run meanwhile; then this is the old state, not a fault of the new one.
            if ((await guardOf(fresh, id, context.signal).state()) === 'armed') throw error
            throw lastLoginError === undefined ? windowElapsed() : loginFailed(lastLoginError)
          })
          return {}
        } catch (error) {
          if (!(error instanceof RemoteError)) throw error
          if (attempt >= tries) throw loginFailed(error)
          lastLoginError = error
          await delay(1_000, undefined, { signal: context.signal })
        }
      }
    },
  })
}

function loginFailed(error: RemoteError): HardeningError {
  return new HardeningError('fresh_login_failed', `A new login failed after the changes: ${error.message}`, {
    hint: 'Everything was restored. Check what else controls logins on this server: firewall, AllowUsers, PAM.',
    cause: error,
  })
}
