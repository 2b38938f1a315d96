/** API problems of organizations, members, invitations and tokens. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const organizationProblems = defineProblems({
  last_owner: {
    status: 409,
    title: 'An organization needs an owner',
    detail: 'This would leave the organization without an owner.',
    hint: 'Make another member an owner first.',
  },
  organization_unreachable: {
    status: 409,
    title: 'A server is unreachable',
    detail: "Longshore can't clean up this server while it's unreachable.",
    hint: "Bring the server back online, or delete it first. If it's gone for good, repeat with force. Everything on it stays there.",
  },
  already_a_member: {
    status: 409,
    title: 'Already a member',
    detail: 'This person is already a member of the organization.',
    hint: "Change the member's role instead.",
  },
  invalid_invitation: {
    status: 422,
    title: "The invitation isn't valid",
    detail: 'The invitation was accepted or withdrawn, has expired, or is for another email address.',
    hint: "Ask for a new invitation to your account's email address.",
  },
  role_above_own: {
    status: 403,
    title: 'Above your own role',
    detail: 'You can only grant roles and scopes that you have yourself.',
    hint: 'Choose a lower role or fewer scopes, or ask an owner.',
  },
  quota_above_ceiling: {
    status: 403,
    title: "Above the instance's limit",
    detail: "Owners can set quotas only up to the instance's limits.",
    hint: 'Ask an operator to set the quota for you, or to raise QUOTA_CEILINGS.',
  },
  organization_removal_begun: {
    status: 409,
    title: 'The removal has begun',
    detail: 'The seven days are over, and parts of the organization are already removed.',
    hint: 'Create a new organization. Backups in your own storage can be restored there.',
  },
  person_required: {
    status: 403,
    title: 'Only a person can do this',
    detail: "API tokens can't do this, regardless of their scopes.",
    hint: 'Sign in to do this. An API token is not enough.',
    remedy: 'sign_in',
  },
  invalid_device_code: {
    status: 422,
    title: "The code isn't valid",
    detail: 'The code is wrong, has expired, or was already used.',
    hint: 'Start the sign-in again in your program, and use the new code.',
  },
  quota_exceeded: {
    status: 409,
    title: 'Quota reached',
    detail: 'The organization has reached its quota for this resource.',
    hint: 'Delete what you no longer need, or ask an owner to raise the quota.',
  },
})
