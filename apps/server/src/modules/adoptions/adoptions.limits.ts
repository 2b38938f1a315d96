/** Limits for what is read from a server: everything there is written by others. */
export const maxProjects = 50
export const maxServices = 50
/** Containers that one list inspects. */
export const maxContainers = 200
export const maxFileBytes = 65_536
/** All mounted files of a project together have at most this size. */
export const maxFilesBytes = 4_194_304
export const maxVariables = 900
