import { expect, test } from 'vitest'
import { undoCommands } from './undo-commands.ts'

const item = (action: 'create' | 'change' | 'delete', kind: string, id?: string) => ({
  ...{ action, kind, changes: [] },
  ...(id === undefined ? {} : { id }),
})

test('one command restores what a plan deleted, newest deletion first', () => {
  const done = [item('create', 'project'), item('delete', 'registry', 'reg_1'), item('delete', 'project', 'prj_1')]
  expect(undoCommands(done)).toEqual(['longshore trash restore prj_1 reg_1'])
})

test('a variable has the ID of its environment, which must not be restored in its place', () => {
  expect(undoCommands([item('delete', 'variable', 'env_1')])).toEqual(['longshore trash list --kind variables'])
})

test('a service that a list leaves out is in the trash, one that changed is not', () => {
  const change = (after?: object) => ({
    ...item('change', 'services'),
    changes: [{ field: 'web', before: {}, ...(after === undefined ? {} : { after }) }],
  })
  expect(undoCommands([change()])).toEqual(['longshore trash list --kind service'])
  expect(undoCommands([change({})])).toEqual([])
})

test('invitations and plans without deletions have nothing to undo', () => {
  expect(undoCommands([item('delete', 'member', 'inv_1'), item('change', 'server')])).toEqual([])
})
