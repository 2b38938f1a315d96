import type { ServiceValues } from '../services/service-values.ts'

export interface FinalizeValues {
  environment: { name: string; serverId: string }
  services: ServiceValues[]
  variables: { key: string; value: string }[]
}
