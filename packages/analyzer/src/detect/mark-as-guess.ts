import type { App } from '../app.ts'
import type { Claim } from '../claim.ts'

const most = 0.5

/** No field of a guess has a higher confidence than the guess itself, and a warning asks the user to check it. */
export function markAsGuess(app: App): App {
  const [first] = app.processes
  const place = (first?.startCommand ?? app.language).sources[0]
  return {
    ...app,
    language: doubt(app.language),
    framework: app.framework === null ? null : doubt(app.framework),
    processes: app.processes.map((one) => ({
      ...one,
      startCommand: one.startCommand === null ? null : doubt(one.startCommand),
      port: one.port === null ? null : doubt(one.port),
    })),
    warnings: [
      ...app.warnings,
      ...(first?.startCommand == null
        ? []
        : [
            {
              code: 'start_command_guessed',
              message: 'Nothing in the repository says how to run it. The start command is a guess.',
              hint: 'Check the start command, or add a start script, a Procfile, or a Dockerfile.',
              file: place?.file ?? null,
              line: place?.line ?? null,
            },
          ]),
    ],
  }
}

function doubt<T>(field: Claim<T>): Claim<T> {
  return { ...field, confidence: Math.min(field.confidence, most) }
}
