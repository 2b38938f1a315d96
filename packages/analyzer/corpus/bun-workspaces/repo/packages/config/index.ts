export const name = 'stack'
