/** The scenario's API calls outside the page, as the owner. */
import { call, password } from '../client.ts'
import type { Instance } from '../instance.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema elsewhere
type Json = any

export interface OwnerCalls {
  must(method: string, path: string, body?: unknown): Promise<Json>
}

export async function callAsOwner(instance: Instance, email: string): Promise<OwnerCalls> {
  const signedIn = await call(instance, 'POST', '/api/v1/auth/login', { body: { email, password } })
  const token = String(signedIn.body.accessToken)
  return {
    async must(method, path, body) {
      const answer = await call(instance, method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer.body
    },
  }
}
