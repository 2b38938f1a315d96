/** Problems of a Dockerfile, with their line. Values are never repeated. */
import type { AppWarning } from '../app.ts'
import { splitImage } from '../databases/engines.ts'
import { isSecretName } from '../variables/secret-name.ts'
import type { DockerfileSettings } from './interpret-dockerfile.ts'
import type { ReadDockerfile } from './read-dockerfile.ts'

export function dockerfileWarnings(path: string, file: ReadDockerfile, settings: DockerfileSettings): AppWarning[] {
  const found: AppWarning[] = []
  const add = (code: string, line: number | null, [message, hint]: readonly [string, string]) =>
    found.push({ code, message: message.slice(0, 500), hint, file: path, line })
  if (file.syntax !== null && !isOwnFrontend(file.syntax.value)) {
    add('dockerfile_foreign_syntax', file.syntax.line, [
      "The Dockerfile asks for a frontend that isn't Docker’s own.",
      'Remove the line. The builder of the server knows the current format.',
    ])
  }
  if (file.stages.length === 0)
    add('dockerfile_without_stage', null, ['The Dockerfile has no FROM.', 'Start it with the image to build on.'])
  for (const stage of settings.chain) noteBase(stage.from, stage.line, { file, add })
  if (runsAsRoot(settings)) {
    const line = settings.user?.line ?? settings.chain[0]?.line ?? null
    add('dockerfile_runs_as_root', line, [
      'The process runs as root inside its container.',
      'Add a user and a USER line after the last COPY.',
    ])
  }
  for (const { name, text, line } of file.stages.flatMap((stage) => stage.instructions)) {
    if (name === 'ADD' && /(?:^|\s)https?:\/\//i.test(text.slice(0, 2_000))) {
      add('dockerfile_adds_url', line, [
        'ADD downloads a URL, whose content can change between builds.',
        'Add a checksum, or commit the file to the repository.',
      ])
    }
  }
  for (const { value, line } of [...settings.environment, ...settings.arguments]) {
    const isReference = value.value?.startsWith('$') ?? true
    if (isSecretName(value.key) && value.value !== null && value.value !== '' && !isReference) {
      add('dockerfile_secret', line, [
        `${value.key} has a value in the Dockerfile. Everyone with the image can read it.`,
        'Set it as a secret variable in the environment.',
      ])
    }
  }
  return found.slice(0, 20)
}

type Add = (code: string, line: number | null, texts: readonly [string, string]) => void

function noteBase(from: string, line: number, { file, add }: { file: ReadDockerfile; add: Add }): void {
  if (
    from === 'scratch' ||
    from.includes('$') ||
    from.includes('@') ||
    file.stages.some((stage) => stage.name === from.toLowerCase())
  )
    return
  const [name, tag] = splitImage(from)
  if (tag !== '' && tag !== 'latest') return
  const what = tag === '' ? `${name} has no tag` : `${name}:latest moves`
  add('dockerfile_latest_tag', line, [
    `${what.slice(0, 300)}, so the image can change between builds.`,
    'Set a version.',
  ])
}

function isOwnFrontend(value: string): boolean {
  return /^(?:docker\.io\/)?docker\/dockerfile(?:-upstream)?(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$/.test(value)
}

/** Excludes images that switch to another user or run without root. */
function runsAsRoot(settings: DockerfileSettings): boolean {
  if (settings.user !== null) return /^(?:root|0)$/.test(settings.user.value)
  const base = settings.chain.at(-1)?.from ?? ''
  return !/nonroot|unprivileged|rootless|bitnami\//.test(base) && base !== ''
}
