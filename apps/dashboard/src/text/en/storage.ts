export const storage = {
  title: 'Storage',
  measured: 'Measured',
  unmeasured: 'Longshore measures sizes about once an hour.',
}
