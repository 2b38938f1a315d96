/**
 * The .dockerignore for a generated Dockerfile: files that no image needs aren't sent to the builder and can't end up
 * in a layer.
 */
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
  // Secrets of a local machine. `.env.production` and similar files remain because builders of pages read them.
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
