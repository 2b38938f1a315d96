/** A GitHub App from the manifest to an hour-long token, through the API, against a fake GitHub. */
import { call, signUp } from '../../support/client.ts'
import { startGithub } from '../../support/git-providers/github.ts'
import { addRepository, createModel } from '../../support/git-providers/model.ts'
import type { Instance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'

export async function proveApp(instance: Instance, report: Report): Promise<void> {
  const model = createModel('octo')
  addRepository(model, { name: 'shop', isPrivate: true })
  await using github = await startGithub(model)
  const [person, other] = [await signUp(instance), await signUp(instance)]
  const ask = async (method: string, path: string, body?: unknown, token = person.token) =>
    await call(instance, method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) })
  const started = (await ask('POST', '/git-providers/github-app', { baseUrl: github.url, organization: 'octo' })).body
  const manifest = JSON.parse(started.manifest)
  report.expect(
    started.url.startsWith(`${github.url}/organizations/octo/settings/apps/new?state=`),
    'the form goes to GitHub',
  )
  report.expect(
    manifest.public === false && manifest.hook_attributes.active === false,
    'the app is private and has no hook',
  )
  github.codes.add('a-good-code')
  const complete = (code: string, token?: string) =>
    ask('POST', '/git-providers/github-app/complete', { code, state: started.state }, token)
  report.expect((await complete('a-good-code', other.token)).status === 409, "another user can't use the state")
  report.expect((await complete('a-wrong-code')).body.code === 'github_app_request_unknown', 'a wrong code is refused')
  const completed = await complete('a-good-code')
  report.expect(
    completed.status === 201 && completed.body.auth === 'app',
    `the app is kept: ${completed.text.slice(0, 200)}`,
  )
  report.expect(
    completed.body.installUrl === `${github.url}/github-apps/longshore-test/installations/new`,
    'says where to install it',
  )
  report.expect(!completed.text.includes('PRIVATE KEY'), 'the key is not shown')
  report.expect((await complete('a-good-code')).status === 409, 'the state is good once')
  const { id } = completed.body
  const search = async () => (await ask('GET', `/git-providers/repositories?providerId=${id}`)).body
  report.expect(
    (await search()).warnings[0]?.code === 'provider_forbidden',
    'before the installation it says what is missing',
  )
  github.app.isInstalled = true
  const checked = await ask('POST', `/git-providers/${id}/check`)
  report.expect(
    checked.body.status === 'connected' && checked.body.scopes.includes('contents:read'),
    'the check finds the installation',
  )
  report.expect((await search()).items[0]?.fullName === 'octo/shop', 'its repositories are listed')
  for (let turn = 0; turn < 5; turn += 1) await ask('GET', `/git-providers/${id}/repos/octo%2Fshop/branches`)
  report.expect(github.app.tokensMade === 1, `${github.app.tokensMade} tokens were made where one is enough`)
}
