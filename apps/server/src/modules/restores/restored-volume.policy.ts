/** What a volume is called that a restore or an import fills; pure. */

/** Of the id's random half: two of one database never meet. `name`: of an app's volume. */
export function restoredVolume(id: string, name = 'data'): string {
  return `${name}-${id.replaceAll('-', '').slice(-16)}`
}
