import { expect, test } from 'vitest'
import { readInstructions, readObservations } from './instructions.ts'

const actions = (text: string) => readInstructions(text).flatMap((each) => each.actions)

test('reads several actions of one sentence', () => {
  expect(
    actions('Click **Add variable**, enter `GREETING` in **Key** and `hello` in **Value**, and click **Save**.'),
  ).toEqual([
    { kind: 'click', label: 'Add variable' },
    { kind: 'enter', field: 'Key', value: 'GREETING' },
    { kind: 'enter', field: 'Value', value: 'hello' },
    { kind: 'click', label: 'Save' },
  ])
})

test('reads where to begin, and paths through the navigation', () => {
  expect(actions('In the environment, open **Variables**. Open **Settings** > **Members**.')).toEqual([
    { kind: 'go', place: 'environment' },
    { kind: 'open', label: 'Variables' },
    { kind: 'open', label: 'Settings' },
    { kind: 'click', label: 'Members' },
  ])
  expect(actions('On **Home**, click **New project**.')[0]).toEqual({ kind: 'go', place: 'home' })
})

test('reads choices, switches, files, own values, and things that look alike', () => {
  expect(actions('Choose **Gitea or Forgejo** in **Provider**, then turn on **Deploy on every push**.')).toEqual([
    { kind: 'choose', option: 'Gitea or Forgejo', field: 'Provider' },
    { kind: 'set', label: 'Deploy on every push', isOn: true },
  ])
  expect(actions('Enter your email address in **Email** and a new password in **Password**.')).toEqual([
    { kind: 'enterOwn', field: 'Email', what: 'email address' },
    { kind: 'enterOwn', field: 'Password', what: 'new password' },
  ])
  expect(actions('Click **Remove** next to `cache` to delete it.')).toEqual([
    { kind: 'click', label: 'Remove', near: 'cache' },
  ])
  expect(actions('Click `More actions: CACHE` next to **Redis**.')).toEqual([
    { kind: 'click', label: 'More actions: CACHE', near: 'Redis' },
  ])
  expect(actions('Choose the file `dump.sql`, then click **Import**.')[0]).toEqual({ kind: 'file', name: 'dump.sql' })
  expect(actions('Enter the text of `key.pem` in **Private key**.')).toEqual([
    { kind: 'enterFile', name: 'key.pem', field: 'Private key' },
  ])
})

test('reads what stays as it is, with the reason', () => {
  expect(actions('Keep **Deploy** selected in **Permissions**: the token can read. Keep **Create** selected.')).toEqual(
    [
      { kind: 'click', label: 'Deploy', near: 'Permissions' },
      { kind: 'click', label: 'Create' },
    ],
  )
})

test('leaves explanations alone, and reads what readers should see', () => {
  expect(readInstructions('This takes a minute. Longshore checks DNS.')).toEqual([])
  expect(readObservations('The build runs. You should see **Live** after a minute.')[0]?.actions).toEqual([
    { kind: 'see', text: 'Live' },
  ])
})

test.each(['The **Backups** page lists them.', 'Click **Save** or maybe **Cancel**.'])('refuses %s', (text) => {
  expect(() => readInstructions(text)).toThrow("can't be followed")
})
