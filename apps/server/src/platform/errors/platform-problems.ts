/** Problems that any operation can meet. */
import { defineProblems } from './problem.ts'

export const platformProblems = defineProblems({
  malformed_request: {
    status: 400,
    title: 'The request could not be read',
    detail: 'The request is not well-formed.',
    hint: 'Send valid JSON in UTF-8 without duplicate keys, and check the query string.',
  },
  token_in_url: {
    status: 400,
    title: 'Credentials do not belong in a URL',
    detail: 'The query string carries an access token.',
    hint: 'Send it as "Authorization: Bearer …"; for a browser stream ask POST /stream-tickets for a ticket.',
  },
  unauthenticated: {
    status: 401,
    title: 'Sign in first',
    detail: 'The request carries no valid credential.',
    hint: 'Sign in with POST /auth/login, or send a valid API token, as "Authorization: Bearer …".',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'Your role or the scopes of this token do not include this operation.',
    hint: 'Ask an owner of the organisation for a role or a token that includes the permission.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is no such resource, or it belongs to another organisation.',
    hint: 'Check the id, and the organisation chosen by the Longshore-Organization header.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path exists, but not with this method.',
    hint: 'The Allow header lists the methods of this path.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    detail: 'The resource is in a state that does not allow this.',
    hint: 'Read the resource again and decide anew.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'The first request with this key is still running',
    detail: 'Another request with the same Idempotency-Key has not finished.',
    hint: 'Wait a second and send the same request again.',
  },
  idempotency_secret_gone: {
    status: 409,
    title: 'The first answer held a one-time secret',
    detail: 'The request succeeded before; its answer is not stored because it holds a secret.',
    hint: 'List the resource, delete it if the secret was lost, and create a new one under a new key.',
  },
  version_mismatch: {
    status: 412,
    title: 'Changed in the meantime',
    detail: 'If-Match names another version than the current one.',
    hint: 'Read the resource again, merge your change, and send it with the new ETag.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The request body is larger than this operation takes.',
    hint: 'Send less at once; the operation’s limit is in the API documentation.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'This operation does not take that content type.',
    hint: 'Send the body as application/json.',
  },
  validation_failed: {
    status: 422,
    title: 'The request has invalid fields',
    detail: 'One or more fields are missing or invalid.',
    hint: 'Each entry of "errors" names a field and what is wrong with it.',
  },
  unknown_field: {
    status: 422,
    title: 'Unknown field',
    detail: 'The request has a field that this operation does not know.',
    hint: 'Remove the fields named in "errors", or check their spelling.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key used for another request',
    detail: 'This Idempotency-Key was used before with a different request.',
    hint: 'Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'The limit for this operation is used up.',
    hint: 'Wait for the seconds in Retry-After, then try again.',
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
    hint: 'Try again; if it stays, give the traceId to the operator of this instance.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'A part of the service cannot be reached right now.',
    hint: 'Wait for the seconds in Retry-After, then try again.',
  },
})
