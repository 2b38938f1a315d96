/** Runs in a page of the instance. The suite calls what it leaves on `globalThis`. */
import { createClient, createSession, isProblem } from '@longshore/sdk'
import { getMe, streamDeployment } from '@longshore/sdk/operations'
import { readVariable } from '@longshore/sdk/reveal'

const session = createSession()
const client = createClient({ credentials: session })

Object.assign(globalThis, {
  signIn: async (email: string, password: string) => (await session.signIn({ email, password })).user?.email,
  resume: async () => (await session.resume())?.email ?? null,
  readMe: async () => (await client.call(getMe)).email,
  signOut: () => session.signOut(),
  reveal: (id: string, key: string) => readVariable(client, { id, key }),
  async problem() {
    const error: unknown = await client.call(getMe).catch((each: unknown) => each)
    return isProblem(error) ? { code: error.code, hint: error.hint } : String(error)
  },
  /** Reports each event, so that the suite can cut the connection in between. */
  async follow(id: string, did: string, notify: (event: string) => Promise<void>) {
    for await (const each of client.stream(streamDeployment, { id, did })) await notify(`${each.id} ${each.event}`)
  },
})
