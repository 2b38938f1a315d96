/** One logger per process. Secrets are kept out twice: by the `Secret` type and by these paths. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const secretNames = ['password', 'token', 'secret', 'authorization', 'cookie', 'privateKey', 'passphrase',
  'accessToken', 'refreshToken', 'mfaToken', 'setupToken', 'value'] // biome-ignore format: a list

const redact = {
  paths: [
    ...secretNames.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `body.${name}`]),
    // Not `*.code`: the code of an error is what an operator looks for.
    'code',
    'body.code',
  ],
  censor: '[redacted]',
}

/**
 * `plain`: for lines that hold only numbers and names of ours, such as one per request; looking for secrets in them costs
 * more than writing them.
 */
export function createLog(options: {
  level: string
  process: string
  plain?: boolean
  destination?: DestinationStream
}): Log {
  const settings = {
    level: options.level,
    base: { process: options.process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    ...(options.plain === true ? {} : { redact }),
  }
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination)
}
