export const projects = {
  environmentStates: {
    idle: 'Not deployed',
    deploying: 'Deploying',
    live: 'Live',
    degraded: 'Degraded',
    stopped: 'Stopped',
    deleting: 'Being deleted',
  },
}
