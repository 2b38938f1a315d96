import type { EnvironmentEntry } from '../instance-file.ts'
import type { InstanceEnvironment } from '../read-instance.ts'

/** An environment in the file and on the instance. */
export interface EnvironmentPair {
  readonly label: string
  readonly entry: EnvironmentEntry
  /** Undefined until it is created. */
  readonly found: InstanceEnvironment | undefined
  readonly existing: EnvironmentEntry | undefined
}
