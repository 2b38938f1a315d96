/** Detects by a server's containers whether the API itself runs there. */

/** Label that compose.yaml sets on the API's container. */
export const dashboardLabel = 'longshore.dashboard'

/**
 * Containers inherit the labels of their image, so an app's image could carry the dashboard's label. Containers that
 * this instance starts also have its own label, which no image can remove.
 */
export function isDashboardServer(
  labelsOf: readonly Readonly<Record<string, string>>[],
  { publicUrl, managedLabel }: { publicUrl: string; managedLabel: string },
): boolean {
  return labelsOf.some((labels) => labels[dashboardLabel] === publicUrl && !Object.hasOwn(labels, managedLabel))
}
