/** A forge's own record of deployments: who runs what where. Of the four kinds GitHub alone takes it from outside. */
import type { Call, RepositoryName } from './call.ts'

export interface ForgeDeployment {
  /** The forge's; null: not known. Then one with our key is looked for before a new one is made. */
  id: string | null
  /** Ours. */
  key: string
  sha: string
  environment: string
  /** Goes away with its pull request. */
  isPreview: boolean
  state: 'queued' | 'running' | 'live' | 'failed' | 'cancelled' | 'superseded'
  description: string
  logUrl: string
  /** Where it answers. */
  address?: string
}

export interface DeploymentClient {
  /** Null: this kind of forge keeps no such record. */
  setDeployment(name: RepositoryName, deployment: ForgeDeployment, call: Call): Promise<{ id: string } | null>
}

export const noDeployments: DeploymentClient = { setDeployment: async () => null }
