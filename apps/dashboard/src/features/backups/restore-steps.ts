import { text } from '../../text/text.ts'

const { steps } = text.restores.wizard

export interface RestorePlan {
  target: 'inPlace' | 'newService'
  isVolume: boolean
  hasSafety: boolean
}

/** The steps of a restore, in order. */
export function restoreSteps({ target, isVolume, hasSafety }: RestorePlan): string[] {
  if (target === 'newService') return [steps.check, steps.fill, steps.compare, steps.deploy]
  return [
    steps.check,
    ...(hasSafety ? [steps.safety] : []),
    isVolume ? steps.copyVolume : steps.copyDatabase,
    steps.compare,
    isVolume ? steps.switchVolume : steps.switchDatabase,
    steps.keep,
  ]
}
