/** Texts of the API reference about the API as a whole: an introduction, and the groups of operations. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitProviderProblems } from './modules/git-providers/index.ts'
import { analysisProblems } from './modules/projects/index.ts'
import { platformProblems } from './platform/errors/platform-problems.ts'
import type { ApiDescription } from './platform/http/openapi.ts'
import { version } from './version.ts'

const introduction = `Everything the dashboard and the CLI do is an API call that you can make too. Connect a Git repository and a Linux server, deploy, attach domains, and back up your data. All paths start with \`/api/v1\`.

## Authentication

Sign in with \`POST /auth/login\` and send the access token as \`Authorization: Bearer …\`. It's valid for 15 minutes; get the next one with \`POST /auth/refresh\`. Programs use an API token from \`POST /api-tokens\`, which has its own permissions and doesn't need a refresh.

Every call acts in one organization. Choose it with the header \`Longshore-Organization\`; without it, you act in the organization that you joined first. A resource that you're not allowed to see responds with 404, as if it didn't exist.

## Requests

Request bodies are JSON. Longshore rejects unknown fields instead of ignoring them. IDs start with the type of the resource, such as \`prj_\` or \`env_\`. Times are in UTC with milliseconds, such as \`2026-11-15T09:30:00.000Z\`.

The status 202 means that the work continues in the background. The \`Location\` header says where you can follow it.

## Errors

Every error is a problem document (RFC 9457) with the content type \`application/problem+json\`. Base decisions on \`code\`, which never changes, and show \`detail\` and \`hint\` to people. If one action solves the problem, \`remedy\` names it and the ID of the resource it's about. If fields are invalid, \`errors\` lists each of them. \`GET /failures\` explains every code.

## Idempotency

Send an \`Idempotency-Key\` header with a POST request to make retries safe. For 24 hours, the same key and body return the first response instead of acting twice. The same key with another request responds with 422.

To avoid overwriting someone else's change, send the \`ETag\` of the version that you read as \`If-Match\`. If the resource has changed since, the request fails with 412.

## Pagination

Lists return \`items\` and \`nextCursor\`. Send \`nextCursor\` as \`cursor\` to get the next page; it's null on the last one. \`limit\` sets the page size, from 1 to 100.

## Streams

Operations that follow something return Server-Sent Events. After a lost connection, reconnect with the header \`Last-Event-ID\` and you miss nothing. A stream that follows a run closes after the event \`end\`. Browsers, which can't send headers with \`EventSource\`, get a single-use ticket from \`POST /stream-tickets\`.

## Rate limits

Each caller can send 300 requests per minute, unless the operator changes it. The \`RateLimit\` header says how many are left. If you exceed the limit, the response is 429 and \`Retry-After\` says how many seconds to wait.`

/** Recorded by `bin/suite sweeps answers --record-examples`. */
const recordedExamples = join(import.meta.dirname, 'openapi-examples.recorded.json')

export const apiDescription: ApiDescription = {
  title: 'Longshore API',
  version,
  description: introduction,
  problems: {
    400: platformProblems.malformed_request,
    401: platformProblems.unauthenticated,
    403: platformProblems.forbidden,
    404: platformProblems.not_found,
    409: platformProblems.conflict,
    412: platformProblems.version_mismatch,
    413: platformProblems.body_too_large,
    415: platformProblems.unsupported_media_type,
    422: platformProblems.validation_failed,
    429: platformProblems.rate_limited,
    500: platformProblems.internal_error,
    502: gitProviderProblems.provider_unreadable,
    503: platformProblems.unavailable,
    504: analysisProblems.analysis_timeout,
  },
  examples: () => JSON.parse(readFileSync(recordedExamples, 'utf8')),
  groups: [
    { name: 'Accounts and access', tags: ['auth', 'account', 'organizations', 'members', 'api tokens'] },
    { name: 'Sources', tags: ['git providers', 'registries', 'projects', 'catalog', 'previews', 'auto-deploy'] },
    { name: 'Apps', tags: ['environments', 'variables', 'deployments', 'domains'] },
    { name: 'Data', tags: ['backups', 'trash'] },
    { name: 'Servers', tags: ['servers', 'security'] },
    { name: 'Monitoring', tags: ['alerts', 'notifications', 'events', 'audit'] },
    { name: 'Instance', tags: ['instance'] },
  ],
  tags: [
    { name: 'auth', description: 'Create an account, sign in, refresh a session, and reset a password.' },
    { name: 'account', description: 'Your profile, your sessions, and two-factor authentication.' },
    {
      name: 'organizations',
      description: 'Organizations own projects, servers, and everything else. Every organization takes invitations.',
    },
    { name: 'members', description: 'People in an organization, their roles, and invitations.' },
    {
      name: 'api tokens',
      description: 'Credentials for programs, limited to permissions, projects, IP addresses, and a lifetime.',
    },
    {
      name: 'git providers',
      description: 'Connections to GitHub, GitLab, Bitbucket, and Gitea, with their repositories and branches.',
    },
    {
      name: 'catalog',
      description: 'Apps that you deploy from templates, with their data backed up, and updates that you start.',
    },
    {
      name: 'projects',
      description: 'What you deploy: a repository, an image, or compose text, and the analysis of it.',
    },
    {
      name: 'environments',
      description: 'A running copy of a project with its branch, server, services, logs, and metrics.',
    },
    { name: 'variables', description: 'Environment variables of services. Secret values are write-only.' },
    {
      name: 'deployments',
      description: 'Bring a commit or image live, follow it, cancel it, roll it back, or promote it.',
    },
    { name: 'auto-deploy', description: 'Deploy on every push, and see which webhooks arrived.' },
    { name: 'previews', description: 'A temporary environment for each pull request, with its own databases.' },
    { name: 'instance', description: 'The Longshore instance: its version, its own backups, and its failure codes.' },
    { name: 'registries', description: 'Credentials for private images in container registries.' },
    { name: 'domains', description: 'Your hostnames, their ownership checks, DNS checks, and certificates.' },
    {
      name: 'backups',
      description:
        'Backups of databases and volumes: storage locations, schedules, verification, restores, and imports.',
    },
    { name: 'trash', description: 'What was deleted, until when it is kept, and how to bring it back.' },
    { name: 'servers', description: 'Linux servers that run your deployments, which Longshore manages over SSH.' },
    { name: 'security', description: 'Security scans of servers, and hardening that you can revert.' },
    {
      name: 'alerts',
      description: 'Problems that need attention. Longshore notifies you when one starts and when it is over.',
    },
    {
      name: 'notifications',
      description: 'Notification channels, the events they send, and the delivery history.',
    },
    { name: 'audit', description: 'A tamper-evident record of who did what and when.' },
    { name: 'events', description: 'Follow changes in an organization with Server-Sent Events.' },
  ],
}
