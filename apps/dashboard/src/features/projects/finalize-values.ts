import type { ServiceValues } from './analyzed-services.ts'

export interface FinalizeValues {
  environment: { name: string; serverId: string }
  services: ServiceValues[]
  variables: { key: string; value: string }[]
}
