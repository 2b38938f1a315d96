/** Label on everything that this instance creates on a server. */
export const instanceLabel = 'longshore.instance'
/** Label that shows whether a container of the same name has the wanted specification. */
export const specLabel = 'longshore.specification'

/**
 * Containers inherit the labels of their image. Without these, an image could claim to be a service of a compose project on the
 * server, such as the instance itself, and get the commands that are meant for it.
 */
export const composeLabels: Readonly<Record<string, string>> = {
  'com.docker.compose.project': '',
  'com.docker.compose.service': '',
}
