/**
 * What can go wrong between a repository and its report: answers of analyze-repo, and the errors of failed analyses. A status
 * of 500 and more says that trying again may help, and the workflow does.
 */
import { defineProblems } from '../../platform/errors/problem.ts'

export const analysisProblems = defineProblems({
  url_invalid: {
    status: 422,
    title: 'Not the address of a repository',
    detail: 'Repositories are read from https addresses without user name, query or fragment.',
    hint: 'Use an address such as https://git.example.com/team/shop.',
  },
  ref_invalid: {
    status: 422,
    title: 'Not a branch',
    detail: 'This is not the name of a branch.',
    hint: 'Give the branch as the Git provider shows it, without refs/heads/.',
  },
  address_refused: {
    status: 422,
    title: 'The host may not be reached',
    detail: 'The repository’s host has no address that Longshore may reach.',
    hint: 'An operator can name the network in OUTBOUND_ALLOW if the host is meant to be reached.',
  },
  host_unknown: {
    status: 422,
    title: 'There is no such host',
    detail: 'The name of the repository’s host has no address.',
    hint: 'Check the spelling of the host.',
  },
  host_unreachable: {
    status: 502,
    title: 'The Git host does not answer',
    detail: 'The repository’s host cannot be reached.',
    hint: 'Check the host’s name, and that it can be reached from where Longshore runs; then try again.',
  },
  host_failed: {
    status: 502,
    title: 'The Git host failed',
    detail: 'The repository’s host answered with an error of its own.',
    hint: 'Try again in a few minutes.',
  },
  certificate_invalid: {
    status: 422,
    title: 'The certificate of the Git host is not trusted',
    detail: 'The repository’s host shows a certificate that is not trusted.',
    hint: 'Renew the certificate, or let the operator trust the authority that issued it.',
  },
  repository_access_denied: {
    status: 422,
    title: 'The repository may not be read',
    detail: 'The repository is private or does not exist.',
    hint: 'Connect a Git provider whose token may read this repository, or renew the token.',
  },
  repository_moved: {
    status: 422,
    title: 'The repository has moved',
    detail: 'The repository’s address leads to another one, which is not followed.',
    hint: 'Use the address to which the repository has moved.',
  },
  repository_empty: {
    status: 422,
    title: 'The repository is empty',
    detail: 'The repository has no commit yet.',
    hint: 'Push a first commit and try again.',
  },
  repository_too_large: {
    status: 422,
    title: 'The repository is too large',
    detail: 'The repository is larger than the limits allow.',
    hint: 'Remove large or generated files from the branch, or keep them in Git LFS.',
  },
  repository_unreadable: {
    status: 422,
    title: 'The repository cannot be read',
    detail: 'What the host sent is not a repository that can be read.',
    hint: 'Check it with git fsck.',
  },
  branch_not_found: {
    status: 404,
    title: 'There is no such branch',
    detail: 'The repository has no branch of this name.',
    hint: 'Choose one of its branches: GET /git-providers/:id/repos/:repo/branches lists them.',
  },
  commit_not_found: {
    status: 404,
    title: 'There is no such commit',
    detail: 'The repository has no such commit, or its host does not hand out single commits.',
    hint: 'Push the commit, or give the branch that it is on.',
  },
  root_directory_not_found: {
    status: 404,
    title: 'There is no such folder',
    detail: 'The repository has no folder of this name on that branch.',
    hint: 'Give the folder relative to the repository’s root, for example apps/web.',
  },
  source_timeout: {
    status: 504,
    title: 'Reading the repository took too long',
    detail: 'The repository could not be read in the time that it may take.',
    hint: 'Try again; if it happens again, the host is slow or the repository is very large.',
  },
  source_busy: {
    status: 503,
    title: 'Too many repositories are being read',
    detail: 'The worker reads as many repositories as it may at the moment.',
    hint: 'Try again in a minute.',
  },
  analysis_timeout: {
    status: 504,
    title: 'The analysis took too long',
    detail: 'The analysis did not finish in the time that it may take.',
    hint: 'Set rootDirectory to the folder of the app. A project, made with POST /projects, has more time than analyze-repo.',
  },
  analysis_out_of_memory: {
    status: 422,
    title: 'The analysis ran out of memory',
    detail: 'The analysis needed more memory than it may have.',
    hint: 'Set rootDirectory to the folder of the app, or add a longshore.yaml.',
  },
  analysis_failed: {
    status: 422,
    title: 'The analysis failed',
    detail: 'The analysis ended without a report.',
    hint: 'Add a longshore.yaml that says what to deploy.',
  },
  sandbox_unavailable: {
    status: 503,
    title: 'Repositories cannot be analysed here',
    detail: 'The closed room in which repositories are analysed could not be set up.',
    hint: 'An operator finds the reason in the worker’s log.',
  },
  report_too_large: {
    status: 422,
    title: 'The report is too large',
    detail: 'The analysis found more than can be stored.',
    hint: 'Set rootDirectory to the folder of the app, or add a longshore.yaml.',
  },
  report_outdated: {
    status: 409,
    title: 'The report was written by another version',
    detail: 'This version of Longshore cannot read the stored report.',
    hint: 'Ask for another analysis with POST /projects/:id/retry-analysis.',
  },
})
