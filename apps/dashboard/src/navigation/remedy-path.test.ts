import { expect, test } from 'vitest'
import { text } from '../text/text.ts'
import { paths } from './paths.ts'
import { remedyPath, remedyPaths } from './remedy-path.ts'

const id = 'env_01k9ha9qkwf5gr8a4q3m5c6x7y'

test('every action has a label and a page', () => {
  expect(Object.keys(text.remedies).toSorted()).toEqual(Object.keys(remedyPaths).toSorted())
  const labels = [...Object.values(text.remedies), ...Object.values(text.problems.hints)]
  for (const label of labels) expect(label).not.toMatch(/\/api\/v1|\b(?:GET|POST|PUT|PATCH|DELETE) /)
  for (const label of Object.values(text.remedies)) expect(label).toMatch(/^[A-Z]/)
})

test('uses paths of the dashboard', () => {
  expect(remedyPath({ action: 'connect_server' })).toBe(paths.newServer())
  expect(remedyPath({ action: 'choose_server', target: id })).toBe(paths.environmentSettings(id))
  expect(remedyPath({ action: 'choose_backup', target: id })).toBe(paths.backups(id))
  expect(remedyPath({ action: 'add_storage_location' })).toBe(paths.backupStores())
})

test('has no page without a valid ID, or for actions of a newer server', () => {
  expect(remedyPath({ action: 'choose_server' })).toBeUndefined()
  expect(remedyPath({ action: 'choose_server', target: '../../sign-out' })).toBeUndefined()
  expect(remedyPath({ action: 'constructor' as 'deploy', target: id })).toBeUndefined()
})
