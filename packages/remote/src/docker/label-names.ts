/** Label on everything that this instance creates on a server. */
export const instanceLabel = 'longshore.instance'
/** Label that shows whether a container of the same name has the wanted specification. */
export const specLabel = 'longshore.specification'
