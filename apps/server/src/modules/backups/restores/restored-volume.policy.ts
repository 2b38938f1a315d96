/** Name of the volume that a restore or an import fills; pure. */

/** Uses the random half of the id, so that two of one database never collide. `name`: of an app's volume. */
export function restoredVolume(id: string, name = 'data'): string {
  return `${name}-${id.replaceAll('-', '').slice(-16)}`
}
