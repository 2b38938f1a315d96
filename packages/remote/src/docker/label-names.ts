/** On everything that this installation makes on a server. */
export const instanceLabel = 'longshore.instance'
/** Tells whether a container of the same name is the one that is wanted. */
export const specLabel = 'longshore.specification'
