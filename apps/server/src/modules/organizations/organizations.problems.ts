/** What can go wrong with organisations, members, invitations and tokens. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const organizationProblems = defineProblems({
  last_owner: {
    status: 409,
    title: 'An organisation needs an owner',
    detail: 'This would leave the organisation without an owner.',
    hint: 'Make another member owner first.',
  },
  personal_organization: {
    status: 409,
    title: 'Not possible with a personal organisation',
    detail: 'A personal organisation belongs to one account and goes with it.',
    hint: 'Create another organisation to share with others.',
  },
  organization_unreachable: {
    status: 409,
    title: 'A server can’t be reached',
    detail: 'What Longshore put on this server can’t be removed while the server can’t be reached.',
    hint: 'Bring the server back, or delete it first. Repeat with force if it is gone for good: what is on it stays there.',
  },
  already_a_member: {
    status: 409,
    title: 'Already a member',
    detail: 'This person is a member of the organisation already.',
    hint: 'Change the role of the membership instead.',
  },
  invalid_invitation: {
    status: 422,
    title: 'The invitation is not valid',
    detail: 'The invitation was accepted, withdrawn or has expired, or is for another address.',
    hint: 'Ask for a new invitation to the address of your account.',
  },
  role_above_own: {
    status: 403,
    title: 'Above your own role',
    detail: 'You can give only roles and scopes that you have yourself.',
    hint: 'Choose less, or ask an owner.',
  },
  quota_above_ceiling: {
    status: 403,
    title: 'Above what this instance allows',
    detail: 'An owner can set quotas only up to the ceilings of the instance.',
    hint: 'Ask an operator of the instance to set it for you, or to raise QUOTA_CEILINGS.',
  },
  person_required: {
    status: 403,
    title: 'Only a person can do this',
    detail: 'API tokens cannot do this, whatever their scopes.',
    hint: 'Sign in with POST /auth/login and use the access token.',
  },
  quota_exceeded: {
    status: 409,
    title: 'Quota used up',
    detail: 'The organisation has as many of these as its quota allows.',
    hint: 'Delete what is not needed, or ask the owner to raise the quota.',
  },
})
