/** Plans the files of a service: which texts of the repository it gets, and whether their variables exist. Pure. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { DesiredState } from '../../workloads/worker.ts'

interface WithFiles {
  name: string
  configuration: Pick<ServiceConfiguration, 'files'>
}

type Texts = Readonly<Record<string, string>>

/** Takes each text from the first place that has it. */
export function textsOf({ name, configuration }: WithFiles, places: readonly Texts[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const { source } of configuration.files) {
    if (source === null) continue
    const text = places.find((place) => Object.hasOwn(place, source))?.[source]
    if (text === undefined)
      throw new PermanentError('file_content_missing', `${name} needs the file ${source} from the repository.`, {
        hint: 'This deployment reads no repository. Deploy from the repository once.',
      })
    texts[source] = text
  }
  return texts
}

export function requireFileVariables({ variables }: DesiredState, { name, configuration }: WithFiles): void {
  for (const { path, variable } of configuration.files) {
    if (variable === null) continue
    const isSet = variables.some(
      ({ key, scope, service }) =>
        key === variable && (scope === 'runtime' || scope === 'both') && (service === null || service === name),
    )
    if (!isSet)
      throw new PermanentError(
        'file_content_missing',
        `${name} needs the variable ${variable}: its value is the text of ${path}.`,
        { hint: `Set ${variable} in the environment, then deploy again.` },
      )
  }
}
