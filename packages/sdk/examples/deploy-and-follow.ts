/**
 * Deploys an environment and follows the deployment to its end: what a job of CI does. Exit code 1 when it did not become live.
 *
 * LONGSHORE_URL is the address of the instance, LONGSHORE_TOKEN an API token with the scopes `deployments:read` and
 * `deployments:write`, LONGSHORE_ENVIRONMENT the id of the environment.
 */
import { apiToken, createClient, isProblem } from '@longshore/sdk'
import { createDeployment, streamDeployment } from '@longshore/sdk/operations'

const client = createClient({
  baseUrl: process.env.LONGSHORE_URL,
  credentials: apiToken(process.env.LONGSHORE_TOKEN ?? ''),
})
const id = process.env.LONGSHORE_ENVIRONMENT ?? ''

try {
  const { id: did, number } = await client.call(createDeployment, { id, body: {} })
  console.log(`deployment ${number}`)
  let last = 'queued'
  for await (const each of client.stream(streamDeployment, { id, did })) {
    if (each.event === 'log') process.stdout.write(each.data.text)
    if (each.event !== 'status' || each.data.status === last) continue
    last = each.data.status
    console.log(`→ ${last}`)
    const { error } = each.data
    if (error !== null) console.error(`${error.title}: ${error.detail} ${error.hint}`)
  }
  process.exitCode = last === 'live' ? 0 : 1
} catch (error) {
  if (!isProblem(error)) throw error
  console.error(`${error.message} ${error.hint}`)
  process.exitCode = 1
}
