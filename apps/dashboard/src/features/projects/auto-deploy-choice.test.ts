import { expect, test } from 'vitest'
import { canAutoDeploy, isAutoDeployUsual } from './auto-deploy-choice.ts'

const repository = { fullName: 'ada/shop', url: 'https://git.example.com/ada/shop', rootDirectory: '.' }

test('only a repository with a Git connection can deploy on every push', () => {
  expect(canAutoDeploy({ repository: { ...repository, providerId: 'git_1' } })).toBe(true)
  expect(canAutoDeploy({ repository: { ...repository, providerId: null } })).toBe(false)
  expect(canAutoDeploy({ repository: null })).toBe(false)
})

test('it is on when the connection works and has every permission', () => {
  expect(isAutoDeployUsual({ status: 'connected', missingScopes: [] })).toBe(true)
  expect(isAutoDeployUsual({ status: 'connected', missingScopes: ['admin:repo_hook'] })).toBe(false)
  expect(isAutoDeployUsual({ status: 'invalid', missingScopes: [] })).toBe(false)
  expect(isAutoDeployUsual(undefined)).toBe(false)
})
