export const map = {
  title: 'Map',
  note: 'Traffic is network bytes per second, measured in the last minute.',
  domain: 'Domain',
  routed: 'Routed',
  unmeasured: 'Not measured yet',
  backedUp: 'Backed up',
  notBackedUp: 'No backups',
  received: 'Receives',
  sent: 'Sends',
  connectsTo: (names: readonly string[]) => `Connects to ${names.join(', ')}`,
}
