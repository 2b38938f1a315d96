/**
 * Browsers keep the refresh token in a cookie that scripts cannot read; other clients get it in the body. Cookies are read
 * and written by hand: there are two, and both have fixed attributes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from './accounts.schemas.ts'
import type { OpenedSession } from './open-session.ts'

const path = '/api/v1/auth'
const refreshName = 'longshore_refresh'
const deviceName = 'longshore_device'
const refreshSeconds = 30 * 86_400
const deviceSeconds = 365 * 86_400

export function sendSession(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): Session {
  const { refreshToken, deviceToken, ...session } = opened
  setCookie(reply, refreshName, refreshToken, refreshSeconds)
  if (deviceToken !== null) setCookie(reply, deviceName, deviceToken, deviceSeconds)
  return isBrowser(request) ? session : { ...session, refreshToken }
}

export function clearRefreshCookie(reply: FastifyReply): void {
  setCookie(reply, refreshName, '', 0)
}

export function refreshCookie(request: FastifyRequest): string | null {
  return readCookie(request, refreshName)
}

export function deviceCookie(request: FastifyRequest): string | null {
  return readCookie(request, deviceName)
}

/** Browsers send these with every POST, and scripts cannot remove them. Not Sec-Fetch-Mode: Node's fetch sends it too. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
}

function setCookie(reply: FastifyReply, name: string, value: string, seconds: number): void {
  const cookie = `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`
  const known = reply.getHeader('set-cookie')
  reply.header('set-cookie', known === undefined ? cookie : [known, cookie].flat().map(String))
}

function readCookie(request: FastifyRequest, name: string): string | null {
  const header = request.headers.cookie
  if (header === undefined) return null
  for (const part of header.split(';')) {
    const [key, value = ''] = part.trim().split('=', 2)
    if (key === name && /^[\w-]{16,128}$/.test(value)) return value
  }
  return null
}
