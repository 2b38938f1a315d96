/** API problems of the instance itself. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const instanceProblems = defineProblems({
  operator_required: {
    status: 403,
    title: 'Only operators can do this',
    detail: 'This affects every organization on this instance.',
    hint: 'Ask to have your email address added to OPERATORS, or run the server command on the machine itself.',
  },
  no_mail_server: {
    status: 409,
    title: 'No mail server is set up',
    detail: "This instance has no mail server, so it can't send email.",
    hint: 'Set SMTP_URL and MAIL_FROM in the settings of the instance, then restart the worker.',
  },
  email_not_sent: {
    status: 502,
    title: "The email wasn't sent",
    detail: "The mail server didn't accept the email.",
    hint: 'Correct SMTP_URL or MAIL_FROM in the settings of the instance, restart the worker, and try again.',
  },
  upgrade_not_set_up: {
    status: 409,
    title: "Upgrades can't be started here",
    detail: "This instance wasn't installed with the install script, so nothing on the machine waits for requests.",
    hint: 'Upgrade on the machine itself, as the upgrade guide shows.',
  },
  upgrade_running: {
    status: 409,
    title: 'An upgrade is running',
    detail: 'The machine upgrades this instance at the moment.',
    hint: 'Wait until it has ended.',
    remedy: 'view_instance',
  },
  nothing_to_confirm: {
    status: 409,
    title: 'No restore to confirm',
    detail: "The instance wasn't restored from a backup, or the restore is already confirmed.",
    hint: 'Check whether a restore is waiting to be confirmed.',
    remedy: 'view_instance',
  },
})
