/** Every tool there is. */
import { deploymentTools } from './deployment-tools.ts'
import { readTools } from './read-tools.ts'
import type { Tool } from './tool.ts'
import { writeTools } from './write-tools.ts'

export const tools: readonly Tool[] = [...readTools, ...deploymentTools, ...writeTools]
