/**
 * Credentials in the format of Docker's settings, passed to the program through its environment, never as a file. Pure.
 */
import type { RegistryCredential } from '../runtime/runtime.ts'

/** The name of Docker Hub in Docker's settings. */
const hubKey = 'https://index.docker.io/v1/'

export function registrySettings(credentials: readonly RegistryCredential[]): string | null {
  if (credentials.length === 0) return null
  const auths = credentials.map(({ host, username, password }) => {
    const auth = Buffer.from(`${username}:${password}`).toString('base64')
    return [/^(?:docker\.io|index\.docker\.io|registry-1\.docker\.io)$/.test(host) ? hubKey : host, { auth }]
  })
  return JSON.stringify({ auths: Object.fromEntries(auths) })
}
