export const diff = {
  added: 'Added:',
  removed: 'Removed:',
  counts: (added: number, removed: number) => `+${added} −${removed}`,
  same: 'Nothing differs.',
}
