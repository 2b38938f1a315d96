/**
 * Sign-in of a program on another device (RFC 8628). The program starts it and polls; a signed-in person sees who asks and
 * approves or denies. The approval creates an API token with the permissions that the person chose.
 */
import { randomUUID } from 'node:crypto'
import type { Actor, RequestContext, UserActor } from '../../platform/access/actor.ts'
import { isPermission } from '../../platform/access/permissions.ts'
import { after, type Clock, minuteMs } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { brandId } from '../../platform/ids/brand.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { consumeLimit, type LimitPolicy } from '../../platform/limits/persistent-limit.ts'
import { pageLinks, toUrl } from '../../platform/links/page-links.policy.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import { hashToken, newToken } from '../../platform/secrets/token.ts'
import { deviceToken, hashUserCode, newUserCode } from './device-code.crypto.ts'
import { nextInterval, pollOutcome } from './device-poll.policy.ts'
import type {
  ApproveDeviceSignIn,
  DeviceSignIn,
  PolledDeviceSignIn,
  StartedDeviceSignIn,
} from './device-sign-in.schemas.ts'
import {
  denyPending,
  findCollectedToken,
  findPending,
  insertDeviceSignIn,
  lockPending,
  lockPolled,
  saveApproval,
  savePoll,
} from './device-sign-ins.system-repository.ts'
import { type FindProjectIds, issueApiToken, requireGrantable, toApiToken } from './issue-api-token.action.ts'
import { organizationProblems } from './organizations.problems.ts'
import type { ApiToken } from './organizations.schemas.ts'

const lifetimeMs = 10 * minuteMs
const firstIntervalSeconds = 5
const startsPerAddress: LimitPolicy = { name: 'device-start', limit: 30, windowSeconds: 15 * 60 }
// 34 random bits and at most 30 attempts: guessing a code of someone else is hopeless.
const codesPerUser: LimitPolicy = { name: 'device-code', limit: 30, windowSeconds: 15 * 60 }

export interface DeviceSignInService {
  start(context: RequestContext, clientName: string): Promise<StartedDeviceSignIn>
  poll(deviceCode: string): Promise<PolledDeviceSignIn>
  find(user: UserActor, userCode: string): Promise<DeviceSignIn>
  approve(actor: Actor, body: ApproveDeviceSignIn): Promise<ApiToken>
  deny(user: UserActor, userCode: string): Promise<void>
}

export interface DeviceSignInOptions {
  database: Database
  clock: Clock
  /** Key that user codes and tokens are derived with. */
  master: Secret
  publicUrl: string
  requireRecentSignIn(actor: Actor): void
  findProjectIds: FindProjectIds
}

export function createDeviceSignInService(options: DeviceSignInOptions): DeviceSignInService {
  const { database, master, requireRecentSignIn } = options
  const countAttempt = async ({ userId }: { userId: string }) => {
    const limit = await consumeLimit(database.systemDb, codesPerUser, userId)
    if (!limit.allowed) throw new AppError(platformProblems.rate_limited, undefined, { limit })
  }
  return {
    start: (context, clientName) => start(options, context, clientName),
    poll: (deviceCode) => poll(options, deviceCode),
    async find(user, userCode) {
      await countAttempt(user)
      const found = await findPending(database.systemDb, hashUserCode(master, userCode))
      if (found === undefined) throw new AppError(organizationProblems.invalid_device_code)
      const { client_name: clientName, ip, user_agent: userAgent, created_at, expires_at } = found
      const isYourAddress = addressKey(ip) === addressKey(user.ip)
      return { clientName, ip, isYourAddress, userAgent, createdAt: created_at, expiresAt: expires_at }
    },
    async approve(actor, { userCode, ...body }) {
      requireGrantable(actor, body)
      requireRecentSignIn(actor)
      await countAttempt(actor)
      return await approve(options, actor, { body, userCodeHash: hashUserCode(master, userCode) })
    },
    async deny(user, userCode) {
      await countAttempt(user)
      if (!(await denyPending(database.systemDb, hashUserCode(master, userCode))))
        throw new AppError(organizationProblems.invalid_device_code)
    },
  }
}

async function start(
  { database, master, publicUrl, clock }: DeviceSignInOptions,
  context: RequestContext,
  clientName: string,
): Promise<StartedDeviceSignIn> {
  const limit = await consumeLimit(database.systemDb, startsPerAddress, addressKey(context.ip))
  if (!limit.allowed) throw new AppError(platformProblems.rate_limited, undefined, { limit })
  const { token: deviceCode, hash: deviceCodeHash } = newToken()
  const token = deviceToken(master, deviceCode)
  const expiresAt = after(clock, lifetimeMs)
  for (;;) {
    const userCode = newUserCode()
    const isNew = await insertDeviceSignIn(database.systemDb, {
      id: randomUUID(),
      deviceCodeHash,
      userCodeHash: hashUserCode(master, userCode),
      tokenHash: hashToken(token),
      tokenHint: token.slice(-4),
      clientName,
      ip: context.ip,
      userAgent: context.userAgent,
      expiresAt,
    })
    if (!isNew) continue
    const verificationUrl = toUrl(publicUrl, pageLinks.device())
    const verificationUrlComplete = toUrl(publicUrl, pageLinks.device(userCode))
    const intervalSeconds = firstIntervalSeconds
    return { deviceCode, userCode, verificationUrl, verificationUrlComplete, expiresAt, intervalSeconds }
  }
}

async function poll({ database, master }: DeviceSignInOptions, deviceCode: string): Promise<PolledDeviceSignIn> {
  const nothing = { intervalSeconds: firstIntervalSeconds, credential: null }
  return await database.system(async (tx) => {
    const row = await lockPolled(tx, hashToken(deviceCode))
    if (row === undefined) return { ...nothing, status: 'expired' as const }
    const status = pollOutcome({
      status: row.status,
      isLive: row.is_live,
      intervalSeconds: row.interval_seconds,
      secondsSincePoll: row.seconds_since_poll,
    })
    const intervalSeconds = nextInterval(status, row.interval_seconds)
    await savePoll(tx, { id: row.id, intervalSeconds, isCollected: status === 'approved' })
    if (status !== 'approved' || row.token_id === null) return { status, intervalSeconds, credential: null }
    const issued = await findCollectedToken(tx, brandId<'tok'>(row.token_id))
    if (issued === undefined) return { ...nothing, status: 'expired' as const }
    const organization = { id: issued.organization_id, name: issued.organization_name }
    const credential = {
      token: deviceToken(master, deviceCode),
      name: issued.name,
      scopes: issued.scopes.filter(isPermission),
      expiresAt: issued.expires_at,
      organization,
      email: issued.email,
    }
    return { status, intervalSeconds, credential }
  })
}

async function approve(
  { database, findProjectIds }: DeviceSignInOptions,
  actor: Actor,
  { body, userCodeHash }: { body: Omit<ApproveDeviceSignIn, 'userCode'>; userCodeHash: Buffer },
): Promise<ApiToken> {
  // One transaction: a sign-in is approved if and only if its token exists.
  return await database.system(async (tx) => {
    const pending = await lockPending(tx, userCodeHash)
    if (pending === undefined) throw new AppError(organizationProblems.invalid_device_code)
    const row = await issueApiToken(tx, actor, {
      body,
      token: { hash: pending.token_hash, hint: pending.token_hint },
      findProjectIds,
      audit: { action: 'device_sign_in.approved', detail: { client: pending.client_name, ip: pending.ip } },
    })
    await saveApproval(tx, { id: pending.id, tokenId: row.id })
    return toApiToken(row)
  })
}
