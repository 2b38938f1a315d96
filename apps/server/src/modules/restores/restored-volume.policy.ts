/** What a volume is called that a restore or an import fills; pure. */

/** Of the id's random half: two of one database never meet. */
export function restoredVolume(id: string): string {
  return `data-${id.replaceAll('-', '').slice(-16)}`
}
