/** Maps the settings of a service to the options of its containers. */
import type { ContainerOptions } from '@longshore/remote/runtime'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'

/** Leaves out what isn't set, so that a container without options stays the same. */
export function toContainerOptions(
  container: ServiceConfiguration['container'],
  role: { readonly isOwnCommand: boolean },
): ContainerOptions | undefined {
  if (container === null) return undefined
  const { entrypoint, user, workingDirectory, init, stopSignal, readOnly } = container
  const { memoryFolders, sharedMemoryBytes, ulimits, sysctls, extraHosts } = container
  const options: ContainerOptions = {
    // The program of a release command or a one-off command is the whole command.
    ...(entrypoint === null || role.isOwnCommand ? {} : { entrypoint }),
    ...(user === null ? {} : { user }),
    ...(workingDirectory === null ? {} : { workingDirectory }),
    ...(init === null ? {} : { init }),
    ...(stopSignal === null ? {} : { stopSignal }),
    ...(readOnly ? { readOnly } : {}),
    ...(memoryFolders.length === 0 ? {} : { memoryFolders }),
    ...(sharedMemoryBytes === null ? {} : { sharedMemoryBytes }),
    ...(ulimits.length === 0 ? {} : { ulimits }),
    ...(extraHosts.length === 0 ? {} : { extraHosts }),
    ...(Object.keys(sysctls).length === 0 ? {} : { sysctls }),
  }
  return Object.keys(options).length === 0 ? undefined : options
}
