const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const home = {
  title: 'Home',
  checklist: {
    title: 'First steps',
    note: 'Three steps to the first app that runs.',
    hide: 'Hide',
    done: 'Done',
    next: 'Next',
    later: 'Later',
    server: {
      title: 'Connect a server',
      note: 'Any Linux machine with SSH. Longshore tests the connection and shows what it finds.',
      action: 'Add server',
    },
    git: {
      title: 'Connect Git',
      note: 'GitHub, GitLab, Gitea or Bitbucket, so that each push can deploy.',
      action: 'Connect Git',
    },
    deploy: {
      title: 'Deploy a project',
      note: 'Choose a repository, look at what was found in it, and press Deploy.',
      action: 'New project',
    },
  },
  projects: {
    title: 'Projects',
    add: 'New project',
    search: 'Search projects',
    emptyTitle: 'No projects yet',
    emptyNote: 'A project is what you deploy: a repository, an image or a compose file.',
    nothingTitle: 'No project matches',
    nothingNote: 'Search for another name or repository.',
    states: {
      analyzing: 'Being analysed',
      analyzed: 'Ready to set up',
      analysis_failed: 'Analysis failed',
      active: 'Not deployed',
    },
    deleting: 'Being deleted',
    setUp: 'Choose what to deploy',
    environments: 'Environments',
    more: (count: number) => `${plural(count, 'more environment', 'more environments')}`,
    previews: (count: number) => plural(count, 'preview', 'previews'),
    neverDeployed: 'Nothing was deployed yet',
    image: 'Image',
    compose: 'Compose file',
    lastDeployment: 'Last deployment',
    by: (name: string) => `by ${name}`,
  },
  servers: {
    title: 'Servers',
    all: 'All servers',
    emptyNote: 'No server is connected yet.',
  },
}
