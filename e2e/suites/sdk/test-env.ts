/** The context of all topics of the suite. */
import { type Client, createClient, createSession, type UserSession } from '@longshore/sdk'
import { password } from '../../support/client.ts'
import type { DeployTestEnv } from '../../support/deploy-test-env.ts'
import type { Relay } from '../../support/relay.ts'
import type { Consumer } from './consumer.ts'

export interface SdkTestEnv {
  readonly testEnv: DeployTestEnv
  readonly relay: Relay
  /** The URL of the relay. */
  readonly publicUrl: string
  readonly consumer: Consumer
}

/** The owner of the test environment's server, signed in through the SDK. */
export async function signInOwner(
  sdk: SdkTestEnv,
  baseUrl = sdk.publicUrl,
): Promise<{ client: Client; session: UserSession }> {
  const session = createSession({ baseUrl })
  const { user } = await session.signIn({ email: sdk.testEnv.person.email, password })
  if (user === undefined) throw new Error('a second factor was asked for')
  return { session, client: createClient({ baseUrl, credentials: session }) }
}
