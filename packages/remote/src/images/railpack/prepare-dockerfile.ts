/**
 * The build that runs `railpack prepare` on the server; pure. It reads the repository and contacts version services, so
 * it runs like a build and under its limits, away from the worker's keys. The program comes from the worker as a named
 * context.
 */
export interface Preparing {
  readonly installCommand: string | null
  readonly buildCommand: string | null
  /** True if the service doesn't set a command. */
  readonly needsStart: boolean
  /** Keys of the build variables. The plan contains their names, not their values. */
  readonly keys: readonly string[]
  /** Changes with the values of the variables. */
  readonly variablesHash: string
}

/** Release of the program; part of the hash that decides whether an image is built again. */
export const railpackVersion = '0.36.4'
/** The oldest supported engines lack the options for secrets in variables and for excluded files. */
export const dockerfileSyntax = 'docker/dockerfile:1.26.0'
/** Name of the context with the programs, one per architecture. */
export const programsContext = 'railpack'
export const planFile = 'plan.json'

export function prepareArgs(preparing: Preparing, at: { directory: string; plan: string }): string[] {
  const { installCommand, buildCommand, needsStart, keys } = preparing
  return [
    ...['prepare', at.directory, '--plan-out', at.plan],
    ...(installCommand === null ? [] : ['--env', `RAILPACK_INSTALL_CMD=${installCommand}`]),
    ...(buildCommand === null ? [] : ['--build-cmd', buildCommand]),
    ...(needsStart ? ['--error-missing-start'] : []),
    // Without a value, the program takes it from its environment.
    ...keys.flatMap((key) => ['--env', key]),
  ]
}

export function prepareDockerfile(preparing: Preparing): string {
  const secrets = preparing.keys.map((key) => `--mount=type=secret,id=${key},env=${key} `).join('')
  const args = ['/railpack', ...prepareArgs(preparing, { directory: '/app', plan: `/plan/${planFile}` })]
  return [
    `# syntax=${dockerfileSyntax}`,
    `# railpack ${railpackVersion}`,
    'FROM scratch AS prepare',
    'ARG TARGETARCH',
    `COPY --from=${programsContext} ca-certificates.crt /etc/ssl/certs/ca-certificates.crt`,
    `COPY --from=${programsContext} --chmod=0755 railpack-\${TARGETARCH} /railpack`,
    'WORKDIR /tmp',
    'ENV NO_COLOR=1',
    'COPY . /app',
    ...(preparing.keys.length === 0 ? [] : [`ARG LONGSHORE_VARIABLES=${preparing.variablesHash}`]),
    `RUN --mount=type=cache,id=railpack-mise,target=/tmp/railpack/mise,sharing=locked ${secrets}${JSON.stringify(args).replaceAll('<', '\\u003c')}`,
    'FROM scratch',
    `COPY --from=prepare /plan/${planFile} /`,
    '',
  ].join('\n')
}
