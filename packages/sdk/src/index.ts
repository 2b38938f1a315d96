/**
 * Main entry point of the SDK. Operations, schemas, validation and secrets have their own, so that programs load only what they
 * use.
 */
export type { RetryPolicy } from './back-off.ts'
export { type Answered, type Client, type ClientOptions, createClient } from './client.ts'
export { apiToken, type Credentials } from './credentials.ts'
export type { JsonSchema } from './json-schema.ts'
export type {
  BytesOperation,
  JsonOperation,
  ListOperation,
  Operation,
  Page,
  RawBody,
  StreamOperation,
} from './operation.ts'
export { ConnectionError, type FieldError, isProblem, type KnownCode, ProblemError } from './problem.ts'
export { type CallOptions, toRequest } from './request.ts'
export { createSession, type SignInResult, type SignUpResult, type UserSession } from './session.ts'
export type { RefreshStore, SessionOptions } from './session-tokens.ts'
export type { ResetEvent, StreamEvent, StreamOptions } from './stream.ts'
export type * from './types.generated.ts'
