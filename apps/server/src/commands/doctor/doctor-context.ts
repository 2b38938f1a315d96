/** Context of the checks: the usable settings, and shared results that several checks need. */
import pg from 'pg'
import { createDatabase, type Database } from '../../platform/database/database.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { createUnsealer, type Unsealer } from '../../platform/secrets/unseal.ts'
import { CannotLook } from './check-skipped.ts'
import { askEngineForWorker, type EngineAnswer } from './restate-requests.ts'
import { askMailServer, type MailAnswer } from './test-mail-server.ts'
import type { Given, Reading } from './usable-settings.ts'

/** Longer than an overloaded machine takes: a false alarm costs more than waiting. */
const connectTimeoutMs = 15_000
const queryTimeoutMs = 15_000

export class Patient implements AsyncDisposable {
  readonly reading: Reading
  #pool: pg.Pool | undefined
  #database: Database | undefined

  constructor(reading: Reading) {
    this.reading = reading
  }

  /** Returns a setting that the check requires. */
  given<Name extends keyof Given>(name: Name): NonNullable<Given[Name]> {
    const value = this.optional(name)
    if (value === undefined || value === null) throw new CannotLook(`${name} isn't set for this process`)
    return value
  }

  /** Returns a setting that may be omitted; an unusable value doesn't count as omitted. */
  optional<Name extends keyof Given>(name: Name): Given[Name] {
    if (this.reading.faults.some(({ setting }) => setting === name)) throw new CannotLook(`${name} isn't valid`)
    return this.reading.settings[name]
  }

  /** Queries as the login itself, for what the database reports about roles and tables. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.#pool ??= openPool(this.given('DATABASE_URL'))
    return (await this.#pool.query<Row>(text, values)).rows
  }

  get database(): Database {
    const url = this.given('DATABASE_URL').reveal()
    this.#database ??= createDatabase({ url, poolSize: 3, applicationName: 'longshore-doctor' })
    return this.#database
  }

  /** Null if the login works. */
  readonly loginError = once<Error | null>(async () => {
    try {
      await this.query('select 1')
      return null
    } catch (error) {
      if (error instanceof CannotLook || !(error instanceof Error)) throw error
      return error
    }
  })

  readonly unsealer = once<Unsealer>(async () => await createUnsealer(this.given('SEALING_IDENTITIES')))

  /** The result of Restate's discovery request to the worker; nothing is registered. */
  readonly engineAnswer = once<EngineAnswer>(
    async () => await askEngineForWorker(this.given('RESTATE_ADMIN_URL'), this.workerUrl),
  )

  readonly mailAnswer = once<MailAnswer>(async () => await askMailServer(this.given('SMTP_URL')))

  get workerUrl(): string {
    return this.optional('WORKER_URL') ?? `http://${this.given('WORKER_HOST')}:${this.given('WORKER_PORT')}`
  }

  /** Everything that must not be printed, including parts of URLs. */
  secrets(): Secret[] {
    const whole = Object.values(this.reading.settings)
      .flat()
      .filter((value) => value instanceof Secret)
    return whole.flatMap((secret) => [secret, ...passwordOf(secret)])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#pool?.end(), this.#database?.[Symbol.asyncDispose]()])
  }
}

/** Runs on first use, then returns the same result, even a failure. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask()
    return asked
  }
}

function openPool(url: Secret): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: 2,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: 'longshore-doctor',
  })
  pool.on('error', () => undefined)
  return pool
}

function passwordOf(secret: Secret): Secret[] {
  const url = URL.parse(secret.reveal())
  if (url === null || url.password === '') return []
  return [new Secret(url.password), new Secret(decodeURIComponent(url.password))]
}
