/** Reference pages of deployments: their states and failures. */
import { deploymentFailures } from '../../apps/server/src/modules/deployments/deployment-failures.problems.ts'
import {
  deploymentStatusMeanings,
  nextDeploymentStatuses,
  statusOfStep,
} from '../../apps/server/src/modules/deployments/deployments.status.ts'
import { operationSentence } from '../../apps/server/src/platform/errors/remedies.policy.ts'

export function deploymentStatesPage(): string {
  const states = Object.entries(deploymentStatusMeanings).map(([name, meaning]) => {
    const following = Object.entries(nextDeploymentStatuses).find(([from]) => from === name)?.[1] ?? []
    const after = following.length === 0 ? '–' : following.map((each) => `\`${each}\``).join(', ')
    return `| \`${name}\` | ${meaning} | ${after} |`
  })
  const steps = Object.entries(statusOfStep).map(([step, status]) => `| \`${step}\` | \`${status}\` |`)
  return [
    '# Deployment statuses\n',
    '| state | means | next |\n| --- | --- | --- |',
    ...states,
    '\n## Steps\n',
    '| step | state |\n| --- | --- |',
    ...steps,
    '',
  ].join('\n')
}

export function deploymentFailuresPage(): string {
  const sections = Object.entries(deploymentFailures).map(
    ([code, { title, cause, hint, remedy }]) =>
      `## ${title}\n\n\`${code}\`: ${cause}\n\n**What to do:** ${hint}${remedy === undefined ? '' : ` In the API: ${operationSentence(remedy)}`}\n`,
  )
  const intro =
    'The `code` of `error` of a failed deployment. `detail` names the service and what was found. A failed deployment never receives traffic.\n'
  return ['# Deployment failures\n', intro, ...sections].join('\n')
}
