import { createClient } from '@longshore/sdk'
import { expect, test } from 'vitest'
import type { EnvironmentEntry, InstanceFile, ProjectEntry, VariableEntry } from '../instance-file.ts'
import { normalizeFile } from '../normalize-file.ts'
import { parseInstanceFile } from '../parse-file.ts'
import type { Instance } from '../read-instance.ts'
import { createSecrets } from '../secrets.ts'
import { sampleInstance } from '../testing/sample-instance.ts'
import { planInstance } from './plan-instance.ts'

const client = createClient({ baseUrl: 'https://longshore.example.com' })
const secret = { fromEnvironment: 'X' }

function plan(file: InstanceFile, { instance = sampleInstance(), prune = false } = {}) {
  const options = { prune, updateSecrets: false }
  return planInstance({ client, file: normalizeFile(file), instance, secrets: createSecrets({}), options })
}
const listed = (file: InstanceFile, instance?: Instance) =>
  plan(file, instance === undefined ? {} : { instance }).items.map(
    ({ action, kind, name }) => `${action} ${kind} ${name}`,
  )
const inShop = (entry: Omit<ProjectEntry, 'name'>): InstanceFile => ({
  version: 1,
  projects: [{ name: 'Shop', ...entry }],
})
const inMain = (entry: Omit<EnvironmentEntry, 'name'>) => inShop({ environments: [{ name: 'main', ...entry }] })
const withVariable = (entry: VariableEntry) => inMain({ variables: [entry] }) // biome-ignore format: one line each

const handWritten = `
version: 1
organization:
  name: " Acme "
  members: [{ email: maya@Example.com, role: owner }]
alertRules: { disk_full: { enabled: true } }
gitProviders:
  - { kind: gitlab, baseUrl: "https://Git.example.com/", account: ada, auth: token }
registries:
  - { host: "https://Registry.example.com:5000/", username: ci, password: { fromEnvironment: X } }
servers:
  - { name: builder, host: Builder.Example.com, username: root, jumpServer: null, baseDomain: null, build: { cpus: null } }
  - { name: "web-1 ", host: "2001:DB8:0::1", port: 22, username: root }
storageLocations:
  - name: S3
    type: s3
    endpoint: https://S3.example.com/
    prefix: ""
    bucket: acme
    accessKeyId: k
    secretAccessKey: { fromEnvironment: X }
notificationChannels:
  - name: Ops
    kind: gotify
    config: { url: "https://gotify.example.com/", token: { fromEnvironment: X } }
    events: [server_unreachable, alert_raised, server_unreachable]
    projectEvents: []
    enabled: true
domains: [Spare.example.com.]
projects:
  - name: Site
    description: null
    repository: { provider: git.example.com/ada, url: "https://git.example.com/ada/site.git/", rootDirectory: ./apps/web/ }
    previews:
      enabled: false
      templateEnvironment: null
      seedCommand: null
      allowedSecrets: [B, A]
      variables:
        - { key: B, service: web, value: two, scope: build }
        - { key: B, value: { fromEnvironment: X }, scope: runtime }
        - { key: A, value: one, scope: runtime }
    notifications: []
    environments:
      - { name: live, branch: main, services: [], domains: [], autoDeploy: { enabled: true, watchPaths: ["src/**"] } }
  - name: Shop
    description: |
      Two
      lines
    previews: { enabled: false }
    notifications:
      - { channel: Ops, events: [deployment_failed, backup_failed], environments: null, minSeverity: info }
    environments:
      - name: main
        buildServer: null
        generatedHostname: true
        services:
          - name: web
            kind: web
            port: 80
            replicas: 1
            dependsOn: []
            command: null
            resources: { memoryBytes: null, cpus: null, pids: null }
            source: { builder: dockerfile, dockerfile: ./deploy//Dockerfile, context: ./, target: null }
        variables:
          - { key: TOKEN, value: { fromEnvironment: X }, sealed: false, scope: runtime }
          - { key: LEVEL, value: debug, sealed: false }
          - { key: KEY, value: { fromEnvironment: X }, sealed: true }
        domains:
          - hostname: Shop.example.com.
            forceHttps: true
            ssl: { mode: auto }
            redirects: { www: true, rules: [{ from: /old, match: exact, to: /new, status: 308 }] }
            hsts: null
            basicAuth: null
            maxBodyBytes: null
            maintenance: null
            timeoutSeconds: 30
            allowedNetworks: [10.0.0.0/8]
            requestHeaders: { remove: [X-A] }
            rateLimit: null
            paths:
              - { path: /api, service: web, stripPrefix: false, basicAuth: [], inheritAccess: true }
              - { path: /api/v2, service: web, stripPrefix: true, timeoutSeconds: 5, basicAuth: [{ username: ann, password: { fromEnvironment: X } }] }
        autoDeploy: { enabled: false }
        backups: { storageLocation: S3, schedule: " 0 3 * * * ", catchUp: true, recipient: null }
`

test('a file that was written by hand plans no change after it was applied', () => {
  const { file, faults } = parseInstanceFile(handWritten)
  expect(faults).toEqual([])
  if (file === undefined) return
  const { items, missingSecrets } = plan(file)
  expect(items.map(({ kind, name, changes }) => ({ kind, name, changes }))).toEqual([])
  expect(missingSecrets).toEqual([])
  // Each section lists everything, except the builder's environments.
  expect(plan(file, { prune: true }).items).toEqual([])
})

test('an empty value removes a description, and a left out one keeps it', async () => {
  const [item, ...others] = plan(inShop({ description: null })).items
  expect([item?.changes, others]).toEqual([[{ field: 'description', before: 'Two\nlines', after: null }], []])
  expect(listed(inShop({}))).toEqual([])
})

test('a description that was removed is sent as null', async () => {
  const bodies: unknown[] = []
  const fetch = async (_: unknown, { body }: RequestInit = {}) => {
    bodies.push(JSON.parse(String(body)))
    return Response.json({})
  }
  const recording = createClient({ baseUrl: 'https://longshore.example.com', fetch })
  for (const description of [null, undefined]) {
    const entry = { ...(description === null ? { description } : { image: 'nginx:2' }) }
    const file = normalizeFile(inShop(entry))
    const options = { prune: false, updateSecrets: false }
    const request = { file, instance: sampleInstance(), secrets: createSecrets({}), options }
    await planInstance({ client: recording, ...request }).items[0]?.run()
  }
  expect(bodies).toEqual([
    { name: 'Shop', description: null },
    { name: 'Shop', description: 'Two\nlines', image: 'nginx:2' },
  ])
})

test('explicit defaults of a variable and of a Git provider need neither a change nor a secret', () => {
  const { items, missingSecrets } = plan({
    ...withVariable({ key: 'TOKEN', value: secret, sealed: false, scope: 'runtime' }),
    gitProviders: [{ kind: 'gitlab', baseUrl: 'https://git.example.com', account: 'ada', auth: 'token' }],
  })
  expect([items, missingSecrets]).toEqual([[], []])
})

test('sealed: false on a sealed variable is a change that needs the value', () => {
  const { items, missingSecrets } = plan(withVariable({ key: 'KEY', value: secret, sealed: false }))
  expect(items.map(({ kind }) => kind)).toEqual(['variables'])
  expect(missingSecrets).toEqual(['X'])
  expect(listed(withVariable({ key: 'KEY', value: secret }))).toEqual([])
})

test('an explicit default turns off what is on', () => {
  const domain = (redirects: object | null) => inMain({ domains: [{ hostname: 'shop.example.com', redirects }] })
  const change = 'change domain Shop / main / shop.example.com'
  expect(listed(domain({ www: false }))).toEqual([change])
  expect(listed(domain({ rules: [] }))).toEqual([change])
  expect(listed(domain(null))).toEqual([change])
  expect(listed(domain({ www: true }))).toEqual([])
})

test('another spelling of a name is a duplicate', () => {
  const duplicate = (section: object) =>
    parseInstanceFile(JSON.stringify({ version: 1, ...section })).faults.map(({ field }) => field)
  const registry = { username: 'ci', password: secret }
  const server = { host: 'a.example.com', username: 'root' }
  expect(duplicate({ registries: [{ host: 'ghcr.io', ...registry }, { host: 'GHCR.io/', ...registry }] })).toEqual(['registries.1'])
  expect(duplicate({ servers: [{ name: 'a', ...server }, { name: 'a ', ...server }] })).toEqual(['servers.1'])
}) // biome-ignore format: one line each

test('an environment keeps its server, and the plan says so', () => {
  const { items } = plan(inMain({ server: null }))
  expect(items.map(({ action, note }) => [action, note])).toEqual([
    ['blocked', "an environment can't be taken off its server. Name another server, or delete the environment"],
  ])
})

test('a member with an invitation is in the file once', () => {
  const instance = sampleInstance()
  const invitation = { id: 'inv_1', email: 'maya@example.com', role: 'viewer' }
  Object.assign(instance, { invitations: [invitation, { ...invitation, id: 'inv_2', email: 'zoe@example.com' }] })
  const members = [
    { email: 'maya@example.com', role: 'owner' },
    { email: 'zoe@example.com', role: 'viewer' },
  ]
  expect(listed({ version: 1, organization: { members } }, instance)).toEqual([])
})
