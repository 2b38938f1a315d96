/** Which containers on a server show that the api itself runs there. */

/** As compose.yaml writes it on the api's container. */
export const dashboardLabel = 'longshore.dashboard'

/**
 * Containers take over the labels of their image, so an app could carry the address of the dashboard. What this instance
 * starts carries its own label too, which no image can take away.
 */
export function isDashboardServer(
  labelsOf: readonly Readonly<Record<string, string>>[],
  { publicUrl, managedLabel }: { publicUrl: string; managedLabel: string },
): boolean {
  return labelsOf.some((labels) => labels[dashboardLabel] === publicUrl && !Object.hasOwn(labels, managedLabel))
}
