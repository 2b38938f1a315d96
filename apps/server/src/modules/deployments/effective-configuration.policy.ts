/** What a service is after the file in the repository had its say; pure. */
import { ServiceConfiguration } from '../environments/services.schemas.ts'

/** Fields that do not pass the rules were left out before; should the whole not pass after all, what people configured stands. */
export function effectiveConfiguration(
  configuration: ServiceConfiguration,
  fromFile: Readonly<Record<string, unknown>> | undefined,
): ServiceConfiguration {
  if (fromFile === undefined) return configuration
  const known = Object.fromEntries(Object.entries(fromFile).filter(([field]) => field in ServiceConfiguration.shape))
  return ServiceConfiguration.safeParse({ ...configuration, ...known }).data ?? configuration
}
