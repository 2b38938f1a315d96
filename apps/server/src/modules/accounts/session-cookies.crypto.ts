/**
 * Browsers keep the refresh token in a cookie that scripts can't read; other clients get it in the body. This file
 * reads and writes the cookies itself, because there are only two and both have fixed attributes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from './accounts.schemas.ts'
import type { OpenedSession } from './open-session.action.ts'

const refreshSeconds = 30 * 86_400
const deviceSeconds = 365 * 86_400

export interface SessionCookies {
  /** Sets the cookies and returns the response body. */
  send(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): Session
  clearRefresh(reply: FastifyReply): void
  refreshToken(request: Pick<FastifyRequest, 'headers'>): string | null
  deviceToken(request: Pick<FastifyRequest, 'headers'>): string | null
}

/**
 * With the `__Host-` prefix, browsers accept the cookie only from this host and over HTTPS, so an app under the same
 * domain can't set another person's session. Without HTTPS, as in development or at an address of the local network,
 * browsers reject the prefix, and except on loopback they don't store `Secure` cookies: every reload would sign out.
 */
export function createSessionCookies({ isHttps }: { isHttps: boolean }): SessionCookies {
  const prefix = isHttps ? '__Host-' : ''
  const attributes = `HttpOnly; ${isHttps ? 'Secure; ' : ''}SameSite=Strict`
  const setCookie = (reply: FastifyReply, name: string, value: string, seconds: number) => {
    // Fastify appends this to the cookies that are already set.
    reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${seconds}; ${attributes}`)
  }
  const refreshName = `${prefix}longshore_refresh`
  const deviceName = `${prefix}longshore_device`
  return {
    send(request, reply, opened) {
      const { refreshToken, deviceToken, ...session } = opened
      setCookie(reply, refreshName, refreshToken, refreshSeconds)
      if (deviceToken !== null) setCookie(reply, deviceName, deviceToken, deviceSeconds)
      return isBrowser(request) ? session : { ...session, refreshToken }
    },
    clearRefresh: (reply) => setCookie(reply, refreshName, '', 0),
    refreshToken: (request) => readCookie(request, refreshName),
    deviceToken: (request) => readCookie(request, deviceName),
  }
}

/**
 * Browsers send these headers with every POST, and scripts can't remove them. Sec-Fetch-Mode doesn't work here, because
 * Node's fetch sends it too.
 */
export function isBrowser(request: Pick<FastifyRequest, 'headers'>): boolean {
  return request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
}

/** Two cookies with the same name can't both be ours, so neither counts. */
function readCookie(request: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const [only, ...others] = parts.filter((part) => part.startsWith(`${name}=`))
  const value = only?.slice(name.length + 1) ?? ''
  return others.length === 0 && /^[\w-]{16,128}$/.test(value) ? value : null
}
