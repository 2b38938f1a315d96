export const backups = { title: 'Backups' }
