/** GitHub's record of deployments. */
import { z } from 'zod'
import { parseSafely } from '../../../platform/errors/parse-safely.ts'
import { IdText, readItems, readOne } from './parse-response.client.ts'
import type { Call } from './provider-call.client.ts'
import type { DeploymentClient, ProviderDeployment } from './provider-deployments.client.ts'
import type { ProviderHttp } from './provider-http.client.ts'

const Created = z.object({ id: IdText })
const Listed = z.object({ id: IdText, payload: z.unknown() })
const states = {
  queued: 'queued', running: 'in_progress', live: 'success', failed: 'failure', cancelled: 'inactive', superseded: 'inactive',
} as const // biome-ignore format: a table

export function githubDeployments(http: ProviderHttp, pathOf: (name: string) => string): DeploymentClient {
  return {
    async setDeployment(name, deployment, call) {
      const path = `${pathOf(name)}/deployments`
      const id =
        deployment.id ?? (await find(http, path, deployment, call)) ?? (await create(http, path, deployment, call))
      const body = {
        state: states[deployment.state],
        log_url: deployment.logUrl,
        description: deployment.description.slice(0, 140),
        ...(deployment.address === undefined ? {} : { environment_url: deployment.address }),
      }
      await http.send('POST', `${path}/${encodeURIComponent(id)}/statuses`, body, call)
      return { id }
    },
  }
}

/** Finds a deployment that was created before the worker died, and not recorded. */
async function find(http: ProviderHttp, path: string, wanted: ProviderDeployment, call: Call): Promise<string | null> {
  const query = `sha=${wanted.sha}&environment=${encodeURIComponent(wanted.environment)}&per_page=100`
  const { items } = readItems((await http.get(`${path}?${query}`, call)).json, Listed)
  return items.find(({ payload }) => keyOf(payload) === wanted.key)?.id ?? null
}

async function create(http: ProviderHttp, path: string, wanted: ProviderDeployment, call: Call): Promise<string> {
  const body = {
    ref: wanted.sha,
    environment: wanted.environment,
    description: wanted.description.slice(0, 140),
    payload: { longshore: wanted.key },
    transient_environment: wanted.isPreview,
    // Longshore decides itself which checks must pass first, and merges nothing.
    required_contexts: [],
    auto_merge: false,
  }
  return readOne(await http.send('POST', path, body, call), Created).id
}

/** GitHub returns the payload unchanged; old ones are strings. */
function keyOf(payload: unknown): string | undefined {
  const Key = z.object({ longshore: z.string() })
  if (typeof payload !== 'string') return parseSafely(Key, payload).data?.longshore
  try {
    return parseSafely(Key, JSON.parse(payload.slice(0, 10_000))).data?.longshore
  } catch {
    return undefined
  }
}
