/** Texts of the recovery card, its dialogs, and the recovery of a whole server. */
export const recovery = {
  title: 'Recovery',
  note: 'What happens if the server is lost. A drill rebuilds the environment from backups in isolation, and removes it again.',
  /** `loss` is null when some data has no usable backup. */
  sentence: (server: string, back: string | null, loss: string | null) =>
    `If ${server} is lost: ${back === null ? 'time not known yet' : `back in ${back}`}, ${
      loss === null ? 'and some data is lost for good.' : `at most ${loss} of data lost.`
    }`,
  estimated: 'The time is an estimate. Run a drill to measure it.',
  notDeployed: 'Deploy the environment first.',
  obstacles: 'A recovery is not possible now:',
  drilled: {
    passed: 'Last drill passed',
    failed: 'Last drill failed',
    cancelled: 'Last drill stopped',
    queued: 'Drill queued',
    running: 'Drill running',
  },
  never: 'No drill yet',
  runDrill: 'Run drill',
  drillStarted: 'Drill started.',
  recover: 'Recover on…',
  oldData: 'Old data from before the recovery:',
  fenced: '(everything of the environment was stopped there)',
  notFenced: '(not back yet)',
  toMoves: 'Show moves',
  every: {
    label: 'Automatic drills',
    never: 'No automatic drills',
    day: 'Every day',
    week: 'Every week',
    month: 'Every month',
  },
  targets: {
    recovery: 'Longest recovery, in minutes',
    loss: 'Longest loss of data, in minutes',
    help: 'You get a notification when a recovery would take longer. If empty, there is no target.',
    save: 'Save targets',
  },
  saved: 'Saved.',
  dialog: {
    title: 'Recover on another server?',
    action: 'Recover',
    server: 'Server',
    choose: 'Choose a server',
    note: 'Longshore deploys the live version there with the data of the newest backups. The lost server is not contacted.',
    loss: (loss: string) => `Everything written in the last ${loss} stays on the lost server.`,
    withoutData: (service: string) => `Start ${service} without its data`,
    dns: 'DNS records to change afterward:',
    record: (hostname: string, to: string) => `${hostname} → ${to}`,
    force: 'Recover although the server responds',
    started: 'Recovery started.',
  },
  server: {
    title: 'Recover all environments?',
    action: 'Recover all environments…',
    note: 'Each environment of this server starts on the other one, with the data of its newest backups. What was written since then stays here.',
    started: (name: string) => `${name}: recovery started`,
    refused: (name: string, reason: string) => `${name}: ${reason}`,
    none: 'No environment runs on this server.',
  },
} as const
