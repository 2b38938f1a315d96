/**
 * Problems between a repository and its report: responses of analyze-repo, and errors of failed analyses. A status of
 * 500 or above means that a retry may help, and the workflow retries.
 */
import { defineProblems } from '../../platform/errors/problem.ts'

export const analysisProblems = defineProblems({
  url_invalid: {
    status: 422,
    title: 'Not a repository URL',
    detail: 'Repository URLs must use HTTPS, without a username, query, or fragment.',
    hint: 'Use a URL such as https://git.example.com/team/shop.',
  },
  ref_invalid: {
    status: 422,
    title: 'Not a branch name',
    detail: "This isn't a valid branch name.",
    hint: 'Enter the branch as your Git provider shows it, without refs/heads/.',
  },
  address_refused: {
    status: 422,
    title: "The host isn't allowed",
    detail: "This instance isn't allowed to connect to the repository's host.",
    hint: 'If Longshore should reach this host, ask the operator to add its network to OUTBOUND_ALLOW.',
  },
  host_unknown: {
    status: 422,
    title: 'Host not found',
    detail: "The repository's hostname doesn't resolve.",
    hint: 'Check the hostname for typos.',
  },
  host_unreachable: {
    status: 502,
    title: "The Git provider doesn't respond",
    detail: "The repository's host is unreachable.",
    hint: "Check the hostname, and that Longshore's machine can reach it. Then try again.",
  },
  host_failed: {
    status: 502,
    title: 'The Git provider failed',
    detail: "The repository's host responded with a server error.",
    hint: 'Try again in a few minutes.',
  },
  certificate_invalid: {
    status: 422,
    title: "The Git provider's certificate isn't trusted",
    detail: "The repository's host uses a certificate that isn't trusted.",
    hint: 'Renew the certificate, or ask the operator to trust its certificate authority.',
  },
  repository_access_denied: {
    status: 422,
    title: "The repository can't be read",
    detail: "The repository is private or doesn't exist.",
    hint: 'Connect a Git provider whose token can read this repository, or renew the token.',
  },
  repository_moved: {
    status: 422,
    title: 'The repository has moved',
    detail: "The repository URL redirects to another URL, which Longshore doesn't follow.",
    hint: "Use the repository's new URL.",
  },
  repository_empty: {
    status: 422,
    title: 'The repository is empty',
    detail: 'The repository has no commits yet.',
    hint: 'Push a first commit, then try again.',
  },
  repository_too_large: {
    status: 422,
    title: 'The repository is too large',
    detail: 'The repository is larger than the limit.',
    hint: 'Remove large or generated files from the branch, or store them in Git LFS.',
  },
  repository_unreadable: {
    status: 422,
    title: "The repository can't be read",
    detail: "The host didn't send a readable Git repository.",
    hint: 'Check the repository with git fsck.',
  },
  branch_not_found: {
    status: 404,
    title: 'Branch not found',
    detail: 'The repository has no branch with this name.',
    hint: 'Choose a branch that exists in the repository.',
  },
  commit_not_found: {
    status: 404,
    title: 'Commit not found',
    detail: "The repository doesn't have this commit, or its host doesn't serve single commits.",
    hint: 'Push the commit, or use the branch that contains it.',
  },
  root_directory_not_found: {
    status: 404,
    title: 'Directory not found',
    detail: 'The repository has no directory with this name on that branch.',
    hint: 'Enter the directory relative to the repository root, for example apps/web.',
  },
  source_timeout: {
    status: 504,
    title: 'Reading the repository took too long',
    detail: 'Fetching the repository exceeded the time limit.',
    hint: 'Try again. If this keeps happening, the host is slow or the repository is very large.',
  },
  source_busy: {
    status: 503,
    title: 'Too many repositories are being analyzed',
    detail: 'The worker is already reading as many repositories as it can.',
    hint: 'Try again in a minute.',
  },
  analysis_timeout: {
    status: 504,
    title: 'The analysis took too long',
    detail: 'The analysis exceeded its time limit.',
    hint: "Set rootDirectory to the app's directory, or create a project: its analysis has more time.",
  },
  analysis_out_of_memory: {
    status: 422,
    title: 'The analysis ran out of memory',
    detail: "The analysis needed more memory than it's allowed to use.",
    hint: "Set rootDirectory to the app's directory, or add a longshore.yaml.",
  },
  analysis_failed: {
    status: 422,
    title: 'The analysis failed',
    detail: 'The analysis ended without a report.',
    hint: 'Add a longshore.yaml that describes what to deploy.',
  },
  sandbox_unavailable: {
    status: 503,
    title: "This instance can't analyze repositories",
    detail: "Longshore couldn't set up the sandbox for analyses.",
    hint: "Ask the operator to check the worker's log.",
  },
  report_too_large: {
    status: 422,
    title: 'The report is too large',
    detail: 'The analysis found more than Longshore can store.',
    hint: "Set rootDirectory to the app's directory, or add a longshore.yaml.",
  },
  report_outdated: {
    status: 409,
    title: 'The report is from another version',
    detail: "This version of Longshore can't read the stored report.",
    hint: 'Start another analysis.',
    remedy: 'retry_analysis',
  },
})
