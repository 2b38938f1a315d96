/** Problems with one-off commands. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const commandProblems = defineProblems({
  environment_not_running: {
    status: 409,
    title: "The environment isn't running",
    detail: "The environment has no live version or is stopped, so there's no image to run the command in.",
    hint: 'Deploy or start the environment first.',
  },
  service_not_runnable: {
    status: 409,
    title: 'The service has no image to run',
    detail: "The live version doesn't have this service, or the service is a database.",
    hint: 'Choose a service of the live version that is built or uses an image.',
  },
  too_many_commands: {
    status: 429,
    title: 'Too many commands are running',
    detail: 'The environment reached its limit of running commands.',
    hint: 'Wait until one finishes, or stop one by closing its stream.',
  },
  command_not_started: {
    status: 502,
    title: "The command couldn't be started",
    detail: "The server didn't start the container.",
    hint: 'Check that the program exists in the image, and that the server responds.',
  },
  command_interrupted: {
    status: 502,
    title: 'The command was interrupted',
    detail: "The command's container disappeared from the server before the command finished.",
    hint: 'Check what the command changed, then run it again.',
  },
  command_timed_out: {
    status: 504,
    title: 'The command took too long',
    detail: 'The command reached its time limit and was stopped.',
    hint: 'Allow more time with timeoutSeconds, or do less at once.',
  },
  command_output_too_large: {
    status: 413,
    title: 'The command printed too much output',
    detail: 'The command was stopped because it exceeded the output limit.',
    hint: 'Write to a file or a volume, or print less.',
  },
})
