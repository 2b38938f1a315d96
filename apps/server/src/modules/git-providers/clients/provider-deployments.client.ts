/** A provider's own record of deployments. Of the four kinds, only GitHub accepts one from outside. */
import type { Call, RepositoryName } from './provider-call.client.ts'

export interface ProviderDeployment {
  /** The provider's id; null if unknown. Then one with our key is searched for before a new one is created. */
  id: string | null
  /** Our own key. */
  key: string
  sha: string
  environment: string
  /** The environment is removed with its pull request. */
  isPreview: boolean
  state: 'queued' | 'running' | 'live' | 'failed' | 'cancelled' | 'superseded'
  description: string
  logUrl: string
  /** URL of the deployed environment. */
  address?: string
}

export interface DeploymentClient {
  /** Returns null if this kind of provider has no such record. */
  setDeployment(name: RepositoryName, deployment: ProviderDeployment, call: Call): Promise<{ id: string } | null>
}

export const noDeployments: DeploymentClient = { setDeployment: async () => null }
