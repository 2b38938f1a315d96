import * as initial from './20250910_081500_initial'

export const migrations = [{ up: initial.up, down: initial.down, name: '20250910_081500_initial' }]
