/** Why a deployment failed, with commands that fix it. */
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

/** A secret value is read from standard input, so that it isn't in the shell history. */
function commandOf(remedy: DeploymentRemedy, { number, choice }: { number: number; choice: number }): string {
  const which = choice === 1 ? '' : ` --remedy ${choice}`
  const given = remedy.action === 'set_variable' ? ' --stdin' : ' --value TEXT'
  return `longshore fix ${number}${which}${needsText(remedy) ? given : ''}`
}
