/**
 * Turns a bearer credential into an actor. Permissions are read from the database every time, so changes take effect at
 * once.
 */
import { BlockList, isIPv4 } from 'node:net'
import type { RequestContext } from '../../platform/access/actor.ts'
import type { Authenticator, Credentials } from '../../platform/access/authenticator.ts'
import { isPermission, rolePermissions } from '../../platform/access/permissions.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { consumeTicket } from '../../platform/events/stream-tickets.ts'
import { brandId } from '../../platform/ids/brand.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import type { AccountContext } from './account-context.service.ts'
import {
  findApiToken,
  findSession,
  type SessionIdentity,
  type TokenIdentity,
} from './authentication.system-repository.ts'
import { isSessionOpen } from './refresh-session.service.ts'
import type { SessionCookies } from './session-cookies.crypto.ts'

const tokenPrefix = 'lgs_'

export function createAuthenticator(
  account: AccountContext,
  cookies: Pick<SessionCookies, 'refreshToken'>,
): Authenticator {
  return {
    async authenticateUser(credentials, context) {
      const session = await requireSession(account, credentials)
      return {
        ...context,
        userId: session.userId,
        userName: session.email,
        sessionId: session.sessionId,
        authenticatedAt: session.authenticatedAt,
      }
    },
    async authenticateVisitor({ bearer, cookie }, context) {
      const credentials = { bearer, ticket: null, organizationId: null }
      if (bearer?.startsWith(tokenPrefix) === true) await authenticateToken(account, credentials, context)
      else if (bearer !== null) await requireSession(account, credentials)
      else await requireSessionCookie(account, cookies.refreshToken({ headers: { cookie } }))
    },
    async authenticateActor(credentials, context) {
      if (credentials.bearer === null && credentials.ticket !== null)
        return await authenticateTicket(account, credentials.ticket, context)
      if (credentials.bearer?.startsWith(tokenPrefix) === true)
        return await authenticateToken(account, credentials, context)
      return sessionActor(await requireSession(account, credentials), context)
    },
  }
}

async function requireSession(account: AccountContext, credentials: Credentials): Promise<SessionIdentity> {
  const claims = credentials.bearer === null ? undefined : await account.accessTokens.read(credentials.bearer)
  const session =
    claims === undefined
      ? undefined
      : await findSession(account.database.systemDb, claims.sessionId, credentials.organizationId)
  if (session === undefined || session.userId !== claims?.userId) throw new AppError(platformProblems.unauthenticated)
  return session
}

async function requireSessionCookie(account: AccountContext, token: string | null): Promise<void> {
  if (token === null || !(await isSessionOpen(account, token))) throw new AppError(platformProblems.unauthenticated)
}

/** A ticket grants what its owner is allowed to open now, and only in the organization that it was created in. */
async function authenticateTicket(
  account: AccountContext,
  ticket: { value: string; path: string },
  context: RequestContext,
) {
  const owner = await account.database.system((tx) => consumeTicket(tx, { ticket: ticket.value, path: ticket.path }))
  if (owner === undefined)
    throw new AppError(
      platformProblems.unauthenticated,
      'The ticket is unknown, already used, expired, or for another path.',
    )
  if (owner.actorKind === 'token')
    return tokenActor(await findApiToken(account.database.systemDb, { id: owner.actorId }), context)
  return sessionActor(
    await findSession(account.database.systemDb, brandId<'ses'>(owner.actorId), owner.organizationId),
    context,
  )
}

async function authenticateToken(account: AccountContext, credentials: Credentials, context: RequestContext) {
  const token = await findApiToken(account.database.systemDb, { hash: hashToken(credentials.bearer ?? '') })
  const actor = tokenActor(token, context)
  if (credentials.organizationId !== null && credentials.organizationId !== actor.organizationId) throw notFound()
  return actor
}

function sessionActor(session: SessionIdentity | undefined, context: RequestContext) {
  if (session === undefined) throw new AppError(platformProblems.unauthenticated)
  // For people who aren't members, the organization doesn't exist.
  if (session.organizationId === null || session.role === null) throw notFound()
  return {
    ...context,
    kind: 'user' as const,
    userId: session.userId,
    userName: session.email,
    sessionId: session.sessionId,
    tokenId: null,
    organizationId: session.organizationId,
    role: session.role,
    permissions: rolePermissions[session.role],
    projectIds: null,
    authenticatedAt: session.authenticatedAt,
  }
}

function tokenActor(token: TokenIdentity | undefined, context: RequestContext) {
  if (token === undefined || !isFromAllowedAddress(token, context.ip))
    throw new AppError(platformProblems.unauthenticated)
  const ofRole = rolePermissions[token.role]
  return {
    ...context,
    kind: 'token' as const,
    userId: token.userId,
    userName: token.email,
    sessionId: null,
    tokenId: token.tokenId,
    organizationId: token.organizationId,
    role: token.role,
    // A token never has more permissions than its creator has now.
    permissions: new Set(token.scopes.filter(isPermission).filter((scope) => ofRole.has(scope))),
    projectIds: token.projectIds.length === 0 ? null : new Set(token.projectIds),
    authenticatedAt: null,
  }
}

function isFromAllowedAddress(token: TokenIdentity, ip: string): boolean {
  if (token.ipRanges.length === 0) return true
  const allowed = new BlockList()
  for (const range of token.ipRanges) {
    const [network = '', prefix] = range.split('/')
    const family = isIPv4(network) ? 'ipv4' : 'ipv6'
    allowed.addSubnet(network, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family)
  }
  const plain = ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip
  return allowed.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}
