/** Durations and output of deployment steps. */
import type { SeededStep } from '../../e2e/support/seed/run.ts'
import type { PastDeployment, PlacedEnvironment } from './demo.ts'

export interface LogLine {
  readonly step: string
  readonly text: string
}

/** Seconds of a typical deployment; the build is by far the longest. */
const usual: Readonly<Record<string, number>> = {
  'resolve-source': 0.6,
  'fetch-source': 1.4,
  plan: 0.5,
  'build-image': 46,
  'move-data': 0.01,
  'ensure-services': 1.1,
  rehearse: 0.01,
  'release-command': 2.8,
  'start-release': 2.3,
  'check-health': 5.2,
  'switch-traffic': 0.4,
  'watch-stability': 15.1,
  'retire-previous': 3.6,
}

/** `number` makes each one a little faster or slower than the previous one. */
export function stepsOf({ project }: PlacedEnvironment, number: number): SeededStep[] {
  const pace = 0.85 + ((number * 37) % 31) / 100
  const build = project.image !== undefined ? 0.2 : project.name === 'Website' ? 0.5 : 1
  return Object.entries(usual).map(([name, seconds]) => ({
    name,
    seconds: seconds * (name === 'watch-stability' ? 1 : pace) * (name === 'build-image' ? build : 1),
  }))
}

export function logOf(environment: PlacedEnvironment, { commit }: PastDeployment): LogLine[] {
  const { project, branch, server, services } = environment
  const apps = services.filter(({ kind }) => kind === 'web' || kind === 'worker' || kind === 'static')
  const source =
    commit === null
      ? [{ step: 'build-image', text: `Pulled ${project.image}` }]
      : [
          { step: 'resolve-source', text: `${branch} is at ${commit.sha.slice(0, 10)}: ${commit.message}` },
          { step: 'fetch-source', text: `Fetched ${project.repository} (1.9 MB)` },
          ...buildLines(environment),
        ]
  return [
    ...source,
    ...apps.map(({ name }) => ({ step: 'start-release', text: `Started ${name} on ${server}` })),
    ...apps.map(({ name }) => ({ step: 'check-health', text: `${name} is healthy` })),
    { step: 'switch-traffic', text: 'Traffic goes to the new version' },
    { step: 'retire-previous', text: 'Stopped the previous version' },
  ]
}

export function buildLines({ project }: PlacedEnvironment): LogLine[] {
  const isPython = project.name === 'Roastery API'
  const lines = isPython
    ? [
        'uv sync --frozen',
        'Installed 61 packages in 1.82s',
        'python manage.py collectstatic --noinput',
        '164 static files copied',
      ]
    : [
        'npm ci',
        'added 612 packages in 14s',
        'npm run build',
        '✓ Compiled successfully in 21.4s',
        '✓ Generating static pages (38/38)',
      ]
  return lines.map((text) => ({ step: 'build-image', text }))
}
