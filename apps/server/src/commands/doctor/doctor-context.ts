/** Context of the checks: the usable settings, and shared results that several checks need. */
import pg from 'pg'
import { createDatabase, type Database } from '../../platform/database/database.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { createUnsealer, type Unsealer } from '../../platform/secrets/unseal.ts'
import { CheckSkipped } from './check-skipped.ts'
import { discoverWorker, type WorkerDiscovery } from './restate-requests.ts'
import { type MailTestResult, testMailServer } from './test-mail-server.ts'
import type { SettingsReading, UsableSettings } from './usable-settings.ts'

/** Longer than an overloaded machine takes: a false alarm costs more than waiting. */
const connectTimeoutMs = 15_000
const queryTimeoutMs = 15_000

export class DoctorContext implements AsyncDisposable {
  readonly reading: SettingsReading
  #pool: pg.Pool | undefined
  #database: Database | undefined

  constructor(reading: SettingsReading) {
    this.reading = reading
  }

  /** Returns a setting that the check requires. */
  required<Name extends keyof UsableSettings>(name: Name): NonNullable<UsableSettings[Name]> {
    const value = this.optional(name)
    if (value === undefined || value === null) throw new CheckSkipped(`${name} isn't set for this process`)
    return value
  }

  /** Returns a setting that may be omitted; an unusable value doesn't count as omitted. */
  optional<Name extends keyof UsableSettings>(name: Name): UsableSettings[Name] {
    if (this.reading.faults.some(({ setting }) => setting === name)) throw new CheckSkipped(`${name} isn't valid`)
    return this.reading.settings[name]
  }

  /** Queries as the login itself, for what the database reports about roles and tables. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.#pool ??= openPool(this.required('DATABASE_URL'))
    return (await this.#pool.query<Row>(text, values)).rows
  }

  get database(): Database {
    const url = this.required('DATABASE_URL').reveal()
    this.#database ??= createDatabase({ url, poolSize: 3, applicationName: 'longshore-doctor' })
    return this.#database
  }

  /** Null if the login works. */
  readonly loginError = once<Error | null>(async () => {
    try {
      await this.query('select 1')
      return null
    } catch (error) {
      if (error instanceof CheckSkipped || !(error instanceof Error)) throw error
      return error
    }
  })

  readonly unsealer = once<Unsealer>(async () => await createUnsealer(this.required('SEALING_IDENTITIES')))

  /** The result of Restate's discovery request to the worker; nothing is registered. */
  readonly workerDiscovery = once<WorkerDiscovery>(
    async () => await discoverWorker(this.required('RESTATE_ADMIN_URL'), this.workerUrl),
  )

  readonly mailTest = once<MailTestResult>(async () => await testMailServer(this.required('SMTP_URL')))

  get workerUrl(): string {
    return this.optional('WORKER_URL') ?? `http://${this.required('WORKER_HOST')}:${this.required('WORKER_PORT')}`
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
