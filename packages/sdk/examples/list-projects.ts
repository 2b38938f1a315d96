/**
 * Prints every project with its environments, page by page.
 *
 * LONGSHORE_URL is the address of the instance, LONGSHORE_TOKEN an API token with the scopes `projects:read` and
 * `environments:read`.
 */
import { apiToken, createClient, isProblem } from '@longshore/sdk'
import { listEnvironments, listProjects } from '@longshore/sdk/operations'

const client = createClient({
  baseUrl: process.env.LONGSHORE_URL,
  credentials: apiToken(process.env.LONGSHORE_TOKEN ?? ''),
})

try {
  for await (const project of client.items(listProjects)) {
    console.log(`${project.name} (${project.status})`)
    for await (const environment of client.items(listEnvironments, { projectId: project.id }))
      console.log(`  ${environment.name}: ${environment.status}`)
  }
} catch (error) {
  if (!isProblem(error)) throw error
  console.error(`${error.message} ${error.hint}`)
  process.exitCode = 1
}
