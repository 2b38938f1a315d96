/** The scenario's API calls outside the page, as the owner. */

import { call, password } from '../client.ts'
import type { Instance } from '../instance.ts'
import type { ResponseView } from '../response-view.ts'

export interface OwnerCalls {
  must<Body = ResponseView>(method: string, path: string, body?: unknown): Promise<Body>
}

export async function callAsOwner(instance: Instance, email: string): Promise<OwnerCalls> {
  const signedIn = await call(instance, 'POST', '/api/v1/auth/login', { body: { email, password } })
  const token = String(signedIn.body.accessToken)
  return {
    async must<Body = ResponseView>(method: string, path: string, body?: unknown) {
      const answer = await call<Body>(instance, method, `/api/v1${path}`, {
        token,
        ...(body === undefined ? {} : { body }),
      })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer.body
    },
  }
}
