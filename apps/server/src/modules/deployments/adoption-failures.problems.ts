/** Failure codes of the deployment that takes over a running compose project. */
import type { FailureTexts } from '../../platform/durable/run-failure.ts'

export const adoptionFailures = {
  adoption_changed: {
    title: 'The old stack changed',
    cause: 'A container of the compose project was recreated or removed after the adoption began.',
    hint: 'Before the switch, delete the environment and adopt the project again. After the switch, keep the environment: it has your current data, and the old containers cannot come back.',
  },
  adoption_pending: {
    title: 'The environment takes over a running stack',
    cause: 'The old containers still run, and their data is not copied yet.',
    hint: 'Use the switch of the adoption instead of a deployment. After an undo, delete the environment and adopt the project again.',
  },
  adoption_left_stopped: {
    title: "The old containers couldn't be started again",
    cause: 'The switch failed, and then the server could not be reached for several minutes. Nothing runs now.',
    hint: 'Undo the adoption to start the old containers, or switch again.',
  },
  adoption_data_differs: {
    title: 'The copied data differs',
    cause: 'After the copy, the content of the new volume differed from the old one. The old containers run again.',
    hint: 'Check whether another program writes to the data, then switch again.',
  },
  adoption_data_shared: {
    title: 'Another container uses the old data',
    cause: 'A running container that is not part of the adoption can write to the data that would be copied.',
    hint: 'Stop that container, then switch again.',
  },
  adoption_data_unplaced: {
    title: 'The environment has no place for the old data',
    cause: 'A service or volume that gets data of the old stack was renamed or removed in the environment.',
    hint: 'Add the service and the volume again under their old names, then switch again. To leave the data out, delete the environment and adopt only the other services.',
  },
  adoption_response_differs: {
    title: 'The new version responds with an error',
    cause:
      'The old service responded normally, and the new one with a server error or not at all. The old containers run again.',
    hint: 'Check the log of the deployment and the variables of the service, then switch again.',
  },
  adoption_unreadable: {
    title: "The old data can't be read",
    cause: 'The Docker Engine could not read a volume or folder of the old containers.',
    hint: 'Check the disk of the server and the permissions of the folder, then try again.',
  },
} satisfies Readonly<Record<string, FailureTexts>>
