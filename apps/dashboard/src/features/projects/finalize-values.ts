import type { ServiceValues } from './service-values.ts'

export interface FinalizeValues {
  environment: { name: string; serverId: string }
  services: ServiceValues[]
  variables: { key: string; value: string }[]
}
