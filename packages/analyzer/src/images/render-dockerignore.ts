/** The .dockerignore beside a generated Dockerfile: what no image needs is not sent to the builder and can not end up in a layer. */
import type { ImagePlan } from './image-plan.ts'

const always = [
  '.git',
  '.gitignore',
  '.gitattributes',
  '.github',
  '.gitlab-ci.yml',
  '.vscode',
  '.idea',
  '.DS_Store',
  '**/Dockerfile*',
  '.dockerignore',
  'docker-compose*.y*ml',
  'compose*.y*ml',
  // Secrets of somebody's machine. `.env.production` and the like stay: builders of pages read them.
  '**/.env',
  '**/.env.local',
  '**/.env.*.local',
  '*.log',
  '**/node_modules',
  '**/__pycache__',
  '**/.venv',
] as const

export function renderDockerignore(plan: ImagePlan): string {
  const own = plan.ignore.map((line) => line.replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, '').trim())
  const lines = [...new Set([...always, ...own])].filter((line) => line !== '')
  return `${lines.join('\n')}\n`
}
