/** One logger per process. Secrets are kept out twice: by the `Secret` type and by these paths. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const secretNames = ['password', 'token', 'secret', 'code', 'authorization', 'cookie', 'privateKey', 'passphrase',
  'accessToken', 'refreshToken', 'mfaToken', 'setupToken', 'value'] // biome-ignore format: a list

export function createLog(options: { level: string; process: string; destination?: DestinationStream }): Log {
  const settings = {
    level: options.level,
    base: { process: options.process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `body.${name}`]),
      censor: '[redacted]',
    },
  }
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination)
}
