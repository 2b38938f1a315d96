/** A shell for images without one: start commands, release commands, and one-off commands use it. */
import type { Stage } from './image-plan.ts'
import { copyFrom } from './steps.ts'

export const shellStage: Stage = {
  name: 'shell',
  from: 'busybox:1.37.0-musl',
  note: 'A static shell of 1 MB for the commands of the service.',
  steps: [],
}

export const copyShell = copyFrom(shellStage.name, '/bin/busybox', '/bin/sh')
