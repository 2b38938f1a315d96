/** All columns with sealed values, for the rotation of the sealing key. */
import { hookSecret } from '../modules/auto-deploy/index.ts'
import { backupIdentity, destinationSecret, proofKey } from '../modules/backups/index.ts'
import { routePrivateKey } from '../modules/domains/index.ts'
import { nextServicePassword, servicePassword, variableValue } from '../modules/environments/index.ts'
import { providerAppKey, providerToken } from '../modules/git-providers/index.ts'
import { connectorConfiguration, connectorKey } from '../modules/notifications/index.ts'
import { previewVariableValue } from '../modules/previews/index.ts'
import { composeFileText, projectCompose } from '../modules/projects/index.ts'
import { registryPassword } from '../modules/registries/index.ts'
import { serverPassphrase, serverPrivateKey } from '../modules/servers/index.ts'
import { mailContent } from '../platform/mail/mail-message.ts'
import type { SealedColumn } from '../platform/secrets/sealed-column.ts'

export const sealedColumns: readonly SealedColumn[] = [
  mailContent,
  serverPrivateKey,
  serverPassphrase,
  providerToken,
  providerAppKey,
  projectCompose,
  composeFileText,
  variableValue,
  previewVariableValue,
  servicePassword,
  nextServicePassword,
  registryPassword,
  routePrivateKey,
  hookSecret,
  destinationSecret,
  backupIdentity,
  proofKey,
  connectorConfiguration,
  connectorKey,
]
