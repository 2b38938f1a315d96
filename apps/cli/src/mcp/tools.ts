/** All tools. */
import { changeTools } from './change-tools.ts'
import { deploymentTools } from './deployment-tools.ts'
import { readTools } from './read-tools.ts'
import type { Tool } from './tool.ts'
import { variableTools } from './variable-tools.ts'

export const tools: readonly Tool[] = [...readTools, ...deploymentTools, ...changeTools, ...variableTools]
