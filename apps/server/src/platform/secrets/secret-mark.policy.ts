export const secretMark = '[secret]'
