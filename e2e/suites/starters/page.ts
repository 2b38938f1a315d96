/** Writes docs/reference/starters.md from the results of a full run. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { knownCauses } from '../../support/starters/catalog/known-causes.ts'
import { type Workaround, workarounds } from '../../support/starters/machine.ts'
import type { Outcome } from '../../support/starters/outcome.ts'

const file = join(import.meta.dirname, '../../../docs/reference/starters.md')

export async function writePage(outcomes: readonly Outcome[]): Promise<void> {
  await writeFile(file, pageText(outcomes))
}

function pageText(outcomes: readonly Outcome[]): string {
  const answered = outcomes.filter((each) => each.answers).length
  return `# Starters that deploy at the first try

\`bin/suite starters --write\` writes this page.

Each app comes from the generator of its framework, with an exact version, or follows the first page of its documentation. The suite
puts it into a Git repository and creates a project from it. It deploys what the analysis suggests to a real server, requests a page
through the proxy with the app's domain, stops the app and deletes it. There is one try. Nothing is configured by hand, except values
that only a person can know.

**${answered} of ${outcomes.length} apps respond at the first try.**

"Seconds" is the time from the request to deploy until the app is live, with an empty build cache for the app's own layers. "Image" is the size of
the app's image, with its base.

| app | detected | builds | responds | image | seconds | cause |
| --- | --- | --- | --- | ---: | ---: | --- |
${outcomes.map(row).join('\n')}

## Workarounds for the test machine

The test machine reaches package mirrors and nothing else. The following is done for the machine, not for the apps. It changes no
source file of an app, no generated Dockerfile and no setting of Longshore.

${workarounds.map(item).join('\n')}
`
}

function row({ name, title, detected, builds, answers, imageBytes, seconds, cause }: Outcome): string {
  const size = imageBytes === null ? '–' : `${Math.round(imageBytes / 1_000_000)} MB`
  const cells = [title, detected, yes(builds), yes(answers), size, seconds.toFixed(0), explain(name, cause)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

function explain(name: string, cause: string | null): string {
  return cause === null ? '' : (knownCauses[name] ?? cause)
}

function yes(holds: boolean): string {
  return holds ? 'yes' : 'no'
}

function item({ what, why }: Workaround): string {
  return `- ${what} ${why}`
}
