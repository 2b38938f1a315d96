/** Merges the file in the repository into the configuration of a service. Pure. */
import { ServiceConfiguration } from './services.schemas.ts'

/**
 * Invalid fields were left out earlier. If the merged configuration is still invalid, the configuration set by people
 * applies.
 */
export function effectiveConfiguration(
  configuration: ServiceConfiguration,
  fromFile: Readonly<Record<string, unknown>> | undefined,
): ServiceConfiguration {
  if (fromFile === undefined) return configuration
  const known = Object.fromEntries(Object.entries(fromFile).filter(([field]) => field in ServiceConfiguration.shape))
  return ServiceConfiguration.safeParse({ ...configuration, ...known }).data ?? configuration
}
