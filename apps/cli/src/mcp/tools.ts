/** All tools. */
import { changeTools } from './change-tools.ts'
import { deploymentTools } from './deployment-tools.ts'
import { readTools } from './read-tools.ts'
import { recoveryChangeTools, recoveryReadTools } from './recovery-tools.ts'
import type { Tool } from './tool.ts'
import { trashChangeTools, trashReadTools } from './trash-tools.ts'
import { variableTools } from './variable-tools.ts'

export const tools: readonly Tool[] = [
  ...readTools,
  ...trashReadTools,
  ...recoveryReadTools,
  ...deploymentTools,
  ...changeTools,
  ...variableTools,
  ...trashChangeTools,
  ...recoveryChangeTools,
]
