/** Pages for contributors that are files of the repository outside of docs/: name in the section "project" → file. */
export const projectPages: Readonly<Record<string, string>> = {
  architecture: 'ARCHITECTURE.md',
  changelog: 'CHANGELOG.md',
  contributing: 'CONTRIBUTING.md',
  roadmap: 'ROADMAP.md',
  sdk: 'packages/sdk/README.md',
  security: 'SECURITY.md',
  suites: 'e2e/README.md',
  support: 'SUPPORT.md',
}
