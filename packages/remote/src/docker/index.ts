/** Front door of docker. */
export {}
