/** The process logger. Secrets are kept out twice: by the `Secret` type and by these paths. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const secretNames = ['password', 'token', 'secret', 'authorization', 'cookie', 'privateKey', 'passphrase',
  'accessToken', 'refreshToken', 'mfaToken', 'setupToken', 'value'] // biome-ignore format: a list

const redact = {
  paths: [
    ...secretNames.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `body.${name}`]),
    // Not `*.code`, because operators need the code of an error.
    'code',
    'body.code',
  ],
  censor: '[redacted]',
}

/**
 * `plain` skips redaction. It's for lines that contain only numbers and fixed names, such as one per request: scanning
 * them for secrets costs more than writing them.
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
