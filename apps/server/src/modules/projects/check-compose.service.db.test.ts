import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { directLink } from '../../testing/direct-link.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../testing/test-projects.ts'
import { createComposeFileCalls } from './calls/compose-file.call.ts'
import { createCheckComposeService } from './check-compose.service.ts'
import { countComposeCheck } from './count-compose-check.action.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const work = { database, unsealer: fixture.unsealer, callLimit: <T>(run: () => Promise<T>) => run() }
const { check } = createCheckComposeService({ database, link: directLink(createComposeFileCalls(work)) })
let actor: Actor

beforeEach(async () => {
  actor = await fixture.newActor()
})

it('says what the file would become, with the line of each problem, and without secrets', async () => {
  const compose = [
    'services:',
    '  web:',
    '    image: nginx:1.28',
    '    ports: ["80"]',
    '    privileged: true',
    '    environment:',
    '      API_TOKEN: sentinel',
    '    volumes: ["data:/data"]',
    '  db:',
    '    image: postgres:17',
    'volumes: { data: {} }',
  ].join('\n')
  const plan = await check(actor, { compose })
  expect(plan.valid).toBe(true)
  expect(plan.problems.map(({ code, line }) => ({ code, line }))).toContainEqual({
    code: 'compose_key_refused',
    line: 5,
  })
  expect(plan.services).toMatchObject([
    { name: 'web', kind: 'web', image: 'nginx:1.28', port: 80, volumes: [{ path: '/data' }], files: [] },
    { name: 'db', kind: 'postgres', image: null },
  ])
  expect(plan.missingVariables).toMatchObject([{ key: 'API_TOKEN', secret: true, services: ['web'] }])
  expect(JSON.stringify(plan)).not.toContain('sentinel')
})

it('reads the services of the profiles that are sent', async () => {
  const compose = 'services:\n  web: { image: nginx }\n  shell: { image: busybox, profiles: [debug] }\n'
  const namesOf = async (composeProfiles: string[]) =>
    (await check(actor, { compose, composeProfiles })).services.map(({ name }) => name)
  expect(await namesOf([])).toEqual(['web'])
  expect(await namesOf(['debug'])).toEqual(['web', 'shell'])
})

it('names the line of a file that is not YAML', async () => {
  const plan = await check(actor, { compose: 'services:\n  web: [\n' })
  expect(plan).toMatchObject({ valid: false, services: [] })
  expect(plan.problems).toMatchObject([{ severity: 'error', code: 'compose_unreadable' }])
})

it('reads at most 60 files a minute for a person', async () => {
  for (let count = 0; count < 60; count += 1) await countComposeCheck(database, actor)
  await expect(check(actor, { compose: 'services: {}' })).rejects.toEqual(failsWith('rate_limited'))
})
