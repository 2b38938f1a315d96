/** API problems of the trash. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const trashProblems = defineProblems({
  trash_item_not_ready: {
    status: 409,
    title: "The item can't be changed right now",
    detail: 'Its deletion or its removal is still running.',
    hint: 'Try again in a minute. The item shows its status.',
  },
  trash_parent_in_trash: {
    status: 409,
    title: 'What it belongs to is in the trash too',
    detail: 'This item belongs to something else that was deleted later.',
    hint: 'Restore that first, then this item.',
  },
  trash_parent_missing: {
    status: 409,
    title: 'What it belonged to no longer exists',
    detail: 'The item belonged to something that was removed permanently.',
    hint: 'Purge this item. Its backups, if any, can be restored into another environment.',
  },
  trash_name_taken: {
    status: 409,
    title: 'Something else uses its name now',
    detail: 'After the deletion, something else was created with the same name, hostname, or address.',
    hint: 'Rename or delete the new one, then restore this item.',
  },
})
