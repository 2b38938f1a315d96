import { expect, test } from 'vitest'
import {
  CreateBackupDestinationRequest,
  CreateProjectRequest,
  CreateServerRequest,
  DeploymentRequest,
  LoginRequest,
  TestConnectionRequest,
  UpdateServerRequest,
} from './schemas.generated.ts'
import { validate } from './validate.ts'

const login = { email: 'ada@example.com', password: 'correct horse battery staple' }
const at = (errors: { pointer: string; code: string }[]) => errors.map(({ pointer, code }) => `${pointer} ${code}`)

test('accepts what the server accepts', () => {
  expect(validate(LoginRequest, login)).toEqual([])
  expect(validate(CreateProjectRequest, { name: 'Shop', repository: { url: 'https://git.example.com/a/b' } })).toEqual(
    [],
  )
  expect(
    validate(CreateServerRequest, { name: 'a', host: 'a.example.com', username: 'root', port: undefined }),
  ).toEqual([])
  expect(validate(UpdateServerRequest, { baseDomain: null, build: { cpus: 0.5 } })).toEqual([])
})

test("reports errors with the server's pointers", () => {
  expect(at(validate(LoginRequest, { email: 'ada', colour: 'red' }))).toEqual([
    '/password required',
    '/email invalid_format',
    '/colour unknown_field',
  ])
  expect(at(validate(LoginRequest, { ...login, password: '' }))).toEqual(['/password too_small'])
  expect(at(validate(LoginRequest, { ...login, password: 'x'.repeat(1_025) }))).toEqual(['/password too_big'])
  expect(at(validate(LoginRequest, { ...login, password: 1 }))).toEqual(['/password invalid_type'])
  expect(at(validate(LoginRequest, 'x'))).toEqual([' invalid_type'])
  expect(at(validate(UpdateServerRequest, { port: 0 }))).toEqual(['/port too_small'])
  expect(at(validate(UpdateServerRequest, { port: 2.5 }))).toEqual(['/port invalid_type'])
  expect(at(validate(UpdateServerRequest, { port: 70_000 }))).toEqual(['/port too_big'])
})

test('validates the alternative that was meant', () => {
  const s3 = {
    type: 's3',
    name: 'a',
    endpoint: 'https://s3.example.com',
    bucket: 'UPPER',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  }
  expect(at(validate(CreateBackupDestinationRequest, s3))).toEqual(['/bucket invalid_format'])
  expect(at(validate(TestConnectionRequest, { serverId: 'x' }))).toEqual(['/serverId invalid_format'])
})

test('checks names and values of open objects', () => {
  const images = { web: 'a', 'not a name': 'b' }
  expect(at(validate(DeploymentRequest, { images })).some((each) => each.startsWith('/images/not a name '))).toBe(true)
})

test('escapes pointers', () => {
  expect(at(validate(LoginRequest, { ...login, 'a/b~c': 1 }))).toEqual(['/a~1b~0c unknown_field'])
})

test('supports character classes in patterns', () => {
  const oneLine = { type: 'string', pattern: '^[^\\p{Cc}]*$' } as const
  expect(validate(oneLine, 'php artisan queue:work {Cc}')).toEqual([])
  expect(validate(oneLine, 'a\nb')).toHaveLength(1)
})
