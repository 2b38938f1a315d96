const count = (total: number, one: string, many: string) => `${total} ${total === 1 ? one : many}`

export const adoptions = {
  title: 'Compose projects on this server',
  note: 'Longshore can take over Docker Compose projects that run here, with their data. The old containers run until you switch.',
  find: 'Find compose projects',
  findAgain: 'Search again',
  empty: {
    title: 'No other compose projects',
    note: 'Longshore found no containers of Docker Compose here that it could adopt.',
  },
  running: 'Running',
  stopped: 'Stopped',
  partlyRunning: (running: number, all: number) => `${running} of ${all} running`,
  ports: (ports: readonly number[]) => `${ports.length === 1 ? 'port' : 'ports'} ${ports.join(', ')}`,
  volumes: (total: number, size: string | null) =>
    [count(total, 'volume or folder', 'volumes and folders'), size].filter(Boolean).join(', '),
  adopt: 'Adopt',
  adoptOf: (name: string) => `Adopt: ${name}`,
  blocked: "Can't be adopted",
  severities: { blocks: 'Blocks the adoption', note: 'Note' },
  plan: {
    title: (name: string) => `Adopt ${name}`,
    note: 'Creates a project and an environment, and prepares the switch. Nothing is stopped now.',
    blocked: 'What prevents the adoption',
    staysOutside: 'Left out; these services stay as they are',
    projectName: 'Project name',
    environment: 'Environment name',
    defaultEnvironment: 'production',
    choose: 'Services to adopt',
    chooseHelp: 'The others stay as they are.',
    services: 'Planned services',
    port: (port: number) => `port ${port}`,
    volumeCount: (total: number) => count(total, 'volume', 'volumes'),
    fileCount: (total: number) => count(total, 'file', 'files'),
    volumeAt: (name: string, path: string) => `Volume ${name}: ${path}`,
    fileAt: (path: string) => `File: ${path}`,
    details: (variables: number, mounts: number) =>
      [
        variables === 0 ? '' : count(variables, 'variable', 'variables'),
        mounts === 0 ? '' : count(mounts, 'mount', 'mounts'),
      ]
        .filter((part) => part !== '')
        .join(', '),
    variablesNote: 'Longshore encrypts the values and never shows them here.',
    secret: 'secret',
    data: 'Data to copy',
    dataNote: 'Longshore copies it at the switch and compares every file. The originals stay as they are.',
    noData: 'These services have no volumes or folders.',
    columns: { source: 'From', volume: 'To', size: 'Size' },
    volumeOf: (service: string, volume: string) => `${service} / ${volume}`,
    unknownSize: 'Unknown',
    differences: 'What will be different',
    downtime: 'Downtime at the switch',
    start: 'Prepare adoption',
  },
  cardTitle: (name: string) => `Adoption of ${name}`,
  states: {
    preparing: 'Preparing',
    ready: 'Ready to switch',
    switching: 'Switching',
    adopted: 'Adopted',
    returned: 'Switched back',
    stopped: 'Stopped',
    undoing: 'Undoing',
    undone: 'Undone',
    confirmed: 'Confirmed',
    failed: 'Failed',
  },
  details: {
    preparing: (name: string) => `Longshore reads the data of ${name} once. Its containers keep running.`,
    ready: (name: string) => `The old containers of ${name} run until you switch.`,
    switching: (name: string) =>
      `A deployment stops the containers of ${name}, copies their data, and starts the new ones.`,
    adopted: (name: string) => `The old containers of ${name} are stopped, with their data as it was.`,
    returned: (name: string) => `The switch failed, so ${name} runs as before. Fix the cause, then switch again.`,
    stopped: (name: string) =>
      `The switch failed, and ${name} couldn’t be started again. Undo the adoption to start it, or switch again.`,
    undoing: (name: string) => `The environment stops, then ${name} starts as it was.`,
    undone: (name: string) =>
      `${name} runs as before the switch, and this environment is stopped. Delete it when you no longer need its data.`,
    confirmed: (name: string) => `Longshore removes the old containers of ${name}.`,
    failed: (name: string) => `Nothing changed: ${name} runs as before. Delete this environment to adopt it again.`,
  },
  stages: {
    names: { prepare: 'Prepare', switch: 'Copy data and switch', remove: 'Remove old containers' },
    words: {
      ...{ waiting: 'waiting', running: 'running', ok: 'done', warning: 'warning', failed: 'failed' },
      skipped: 'skipped',
    },
    details: {
      prepare: 'Keeps the images and reads all data once.',
      remove: 'You decide when. Until then, you can undo the adoption.',
    },
    read: (size: string) => `${size} of data.`,
    expected: (duration: string) => `Expect a downtime of about ${duration}.`,
    downtime: (duration: string) => `Downtime: ${duration}.`,
  },
  openDeployment: 'Open deployment',
  evidence: {
    title: (volumes: number, responses: number) =>
      [
        volumes === 0 ? '' : `${count(volumes, 'volume', 'volumes')} compared`,
        responses === 0 ? '' : `${count(responses, 'response', 'responses')} compared`,
      ]
        .filter((part) => part !== '')
        .join(', '),
    data: 'Copied data',
    responses: 'Responses before and after the switch',
    columns: {
      ...{ volume: 'Volume', entries: 'Files and folders', hash: 'Hash', result: 'Result', service: 'Service' },
      ...{ before: 'Before', after: 'After' },
    },
    volumeOf: (service: string, volume: string) => `${service} / ${volume}`,
    copyHash: (volume: string) => `Copy hash of ${volume}`,
    equal: 'Equal',
    same: 'Same',
    different: 'Different',
  },
  decisions: {
    switch: 'Switch now',
    switchTitle: (name: string) => `Switch ${name} to this environment?`,
    switchNote:
      'Longshore stops the old containers, copies and compares their data, and starts the new ones. If the new version doesn’t become live, the old containers start again.',
    domainsNote: 'Attach your domains before the switch if their DNS records already point to this server.',
    undo: 'Undo adoption',
    undoTitle: (name: string) => `Start the old containers of ${name} again?`,
    undoNote:
      'This environment stops. Data written since the switch stays in its volumes. Longshore doesn’t copy it back.',
    confirm: 'Remove old containers',
    confirmTitle: (name: string) => `Remove the old containers of ${name}?`,
    confirmNote: 'You can’t undo the adoption afterwards. Folders of the server always stay.',
    confirmed: 'Longshore is removing the old containers',
    removeVolumes: 'Also delete the old named volumes',
    removeVolumesHelp: 'The environment has its own copy of their data.',
    openSettings: 'Open settings',
  },
}
