/** What can go wrong with a command in a container of its own. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const commandProblems = defineProblems({
  environment_not_running: {
    status: 409,
    title: 'Nothing of the environment runs',
    detail: 'The environment has no live release, or it is stopped: there is no image to run the command in.',
    hint: 'Deploy or start the environment first.',
  },
  service_not_runnable: {
    status: 409,
    title: 'The service has no image of its own',
    detail: 'The live release has no such service, or it is a database.',
    hint: 'Name a service of the live release that is built or comes from an image.',
  },
  too_many_commands: {
    status: 429,
    title: 'Too many commands are running',
    detail: 'The environment has as many running commands as are allowed.',
    hint: 'Wait until one has ended, or end it by closing its stream.',
  },
  command_not_started: {
    status: 502,
    title: 'The command could not be started',
    detail: 'The server did not start the container.',
    hint: 'Check that the program exists in the image, and that the server answers.',
  },
  command_interrupted: {
    status: 502,
    title: 'The command was interrupted',
    detail: 'The container of the command is gone from the server before the command ended.',
    hint: 'Check what the command changed, then run it again.',
  },
  command_timed_out: {
    status: 504,
    title: 'The command took too long',
    detail: 'The command was ended when its time was over.',
    hint: 'Give it more time with timeoutSeconds, or do less at once.',
  },
  command_output_too_large: {
    status: 413,
    title: 'The command wrote too much',
    detail: 'The command was ended because it wrote more than may be sent.',
    hint: 'Write to a file or a volume, or narrow what is printed.',
  },
})
