/** Front door of probe. */
export {}
