/** Problems that any operation can return. */
import { defineProblems } from './problem.ts'

export const platformProblems = defineProblems({
  malformed_request: {
    status: 400,
    title: "The request couldn't be read",
    detail: "The request isn't well-formed.",
    hint: 'Send valid JSON in UTF-8 without duplicate keys, and check the query string.',
  },
  token_in_url: {
    status: 400,
    title: "Credentials don't belong in a URL",
    detail: 'The query string contains an access token.',
    hint: 'Send it as "Authorization: Bearer …". For a stream in a browser, use a stream ticket.',
  },
  unauthenticated: {
    status: 401,
    title: 'Sign in first',
    detail: 'The request has no valid credentials.',
    hint: 'Sign in, or send a valid API token as "Authorization: Bearer …".',
    remedy: 'sign_in',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: "Your role or this token's scopes don't include this operation.",
    hint: 'Ask an organization owner for a role or a token with the required permission.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: "The resource doesn't exist, or it belongs to another organization.",
    hint: 'Check the ID, and the organization in the Longshore-Organization header.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: "This path doesn't support this method.",
    hint: 'The Allow header lists the methods this path supports.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    detail: "The resource's current state doesn't allow this.",
    hint: 'Fetch the resource again and retry with its current state.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'The first request with this key is still running',
    detail: "Another request with the same Idempotency-Key hasn't finished.",
    hint: 'Wait a second and send the same request again.',
  },
  idempotency_secret_gone: {
    status: 409,
    title: 'The first response contained a one-time secret',
    detail: "The request already succeeded. Its response isn't stored, because it contains a secret.",
    hint: 'List the resource. If you lost the secret, delete it and create a new one with a new key.',
  },
  version_mismatch: {
    status: 412,
    title: 'The resource changed in the meantime',
    detail: "If-Match doesn't match the current version.",
    hint: 'Fetch the resource again, merge your change, and send it with the new ETag.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The request body is larger than this operation accepts.',
    hint: 'Send less at once. The API reference lists the limit of each operation.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: "This operation doesn't accept this content type.",
    hint: 'Send the body as application/json.',
  },
  validation_failed: {
    status: 422,
    title: 'The request has invalid fields',
    detail: 'One or more fields are missing or invalid.',
    hint: `Each entry in "errors" names a field and what's wrong with it.`,
  },
  unknown_field: {
    status: 422,
    title: 'Unknown field',
    detail: "The request has a field that this operation doesn't support.",
    hint: 'Remove the fields named in "errors", or check their spelling.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key used for another request',
    detail: 'This Idempotency-Key was used before with a different request.',
    hint: 'Use a new key for each new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: "You've reached the rate limit for this operation.",
    hint: 'Wait for the number of seconds in Retry-After, then try again.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The request headers are larger than 16 kB.',
    hint: 'Send fewer or smaller headers and cookies.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side.',
    hint: 'Try again. If this keeps happening, give the traceId to the operator of this instance.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'Part of the service is unreachable right now.',
    hint: 'Wait for the number of seconds in Retry-After, then try again.',
  },
})
