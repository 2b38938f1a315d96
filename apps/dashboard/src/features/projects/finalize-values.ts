import type { ServiceValues } from '../services/service-values.ts'

export interface FinalizeValues {
  environment: { name: string; serverId: string }
  /** Whether every push deploys. Null: the person hasn't chosen. */
  autoDeploy: boolean | null
  services: ServiceValues[]
  variables: { key: string; value: string }[]
}
