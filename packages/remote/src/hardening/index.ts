/** Front door of hardening. */
export {}
