/** Front door of security. */
export {}
