/** Why a deployment failed and the commands that fix it, for people. */
import type { Deployment, DeploymentDiagnosis, DeploymentRemedy } from '@longshore/sdk'
import { needsText } from '@longshore/sdk/remedies'
import type { Line } from '../terminal/text.ts'

export function diagnosisLines({ number }: Deployment, diagnosis: DeploymentDiagnosis): Line[] {
  return [
    [{ text: `  ${diagnosis.title}`, style: 'bold' }],
    ...diagnosis.excerpt.map((text): Line => ({ text: `  │ ${text}`, style: 'dim' })),
    `  ${diagnosis.explanation}`,
    ...diagnosis.remedies.map(
      (remedy, index): Line => [
        `  ${remedy.label}: `,
        { text: commandOf(remedy, { number, choice: index + 1 }), style: 'cyan' },
      ],
    ),
  ]
}

/** A value that only a person knows comes from standard input, so that no history keeps it. */
function commandOf(remedy: DeploymentRemedy, { number, choice }: { number: number; choice: number }): string {
  const which = choice === 1 ? '' : ` --remedy ${choice}`
  const given = remedy.action === 'set_variable' ? ' --stdin' : ' --value TEXT'
  return `longshore fix ${number}${which}${needsText(remedy) ? given : ''}`
}
