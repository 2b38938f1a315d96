const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const home = {
  title: 'Home',
  checklist: {
    title: 'First steps',
    note: 'Three steps to your first running app.',
    hide: 'Hide',
    done: 'Done',
    next: 'Next',
    later: 'Later',
    server: {
      title: 'Connect a server',
      note: 'Any Linux machine with SSH. Longshore tests the connection and shows you the results.',
      action: 'Add server',
    },
    git: {
      title: 'Connect Git',
      note: 'Connect GitHub, GitLab, Gitea, or Bitbucket to deploy on every push.',
      action: 'Connect Git',
    },
    deploy: {
      title: 'Deploy a project',
      note: 'Choose a repository, review what Longshore found, and click Deploy.',
      action: 'New project',
    },
  },
  example: {
    title: 'No repository at hand?',
    note: (server: string) =>
      `Deploy a small example app to ${server} and see it live. You can remove it with one click.`,
    action: 'Deploy example app',
    needsServer: 'Once a server is connected, you can deploy a small example app with one click.',
    connect: 'Connect a server',
  },
  alerts: {
    title: (count: string) => (count === '1' ? '1 open alert' : `${count} open alerts`),
    open: 'View alerts',
  },
  projects: {
    title: 'Projects',
    add: 'New project',
    search: 'Search projects',
    emptyTitle: 'No projects yet',
    emptyNote: 'A project is what you deploy: a repository, an image, or a Compose file.',
    nothingTitle: 'No matching projects',
    nothingNote: 'Try another name or repository.',
    states: {
      analyzing: 'Analyzing',
      analyzed: 'Ready to set up',
      analysis_failed: 'Analysis failed',
      active: 'Not deployed',
    },
    deleting: 'Deleting',
    setUp: 'Set up project',
    environments: 'Environments',
    more: (count: number) => `${plural(count, 'more environment', 'more environments')}`,
    previews: (count: number) => plural(count, 'preview', 'previews'),
    neverDeployed: 'Never deployed',
    image: 'Image',
    compose: 'Compose file',
    lastDeployment: 'Last deployment',
    by: (name: string) => `by ${name}`,
    deployed: 'deployed',
    rolledBack: 'rolled back',
  },
  servers: {
    title: 'Servers',
    all: 'All servers',
    emptyNote: 'No servers connected yet.',
  },
}
