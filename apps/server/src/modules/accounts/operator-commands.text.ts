/** Hints for instances without a mail server, where the operator prints codes and links. */

export const operatorPrints = {
  code: 'This instance has no mail server. Its operator can print the code with: longshore-server otp EMAIL.',
  link: 'This instance has no mail server. Its operator can print a link with: longshore-server reset-link EMAIL.',
} as const
