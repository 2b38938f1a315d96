/** Failure codes of sources, builds, and images. */
import type { FailureTexts } from '../../platform/durable/run-failure.ts'

export const buildFailures = {
  build_failed: {
    title: 'The build failed',
    cause: 'A Dockerfile instruction failed.',
    hint: 'Check the last lines of the build log for the failing instruction and its exit code. To reproduce it, run docker build locally.',
  },
  build_out_of_memory: {
    title: 'The build ran out of memory',
    cause: 'The build needed more memory than builds can use on this server.',
    hint: "Raise the server's build memory, choose a build server, or build in CI and deploy by digest.",
  },
  build_timeout: {
    title: 'The build took too long',
    cause: 'The build exceeded its time limit.',
    hint: 'Check the log to see which instruction hangs. Use the cache, or build in CI and deploy by digest.',
  },
  build_output_too_large: {
    title: 'The build printed too much output',
    cause: 'The build exceeded the output limit and was stopped.',
    hint: "Reduce the build's output. Check the last lines for an endless loop in a script.",
  },
  build_unsupported: {
    title: "The server can't build images",
    cause: "The server's Docker Engine is too old or has no BuildKit.",
    hint: 'Install Docker Engine 25.0.2 or newer on the server, choose a build server, or deploy images by digest.',
  },
  image_not_found: {
    title: 'Image not found',
    cause: "The registry doesn't have this image or digest.",
    hint: 'Check the name, tag, and digest. For a private image, add a registry credential.',
    remedy: 'add_registry',
  },
  registry_refused: {
    title: 'The registry denied access',
    cause: 'The registry requires other credentials for this image.',
    hint: 'Add a registry credential with a username and a token that can pull the image.',
    remedy: 'add_registry',
  },
  registry_unreachable: {
    title: "The registry doesn't respond",
    cause: "The server couldn't reach the image's registry.",
    hint: 'Check that the server can reach it (network, DNS, proxy), then deploy again.',
  },
  architecture_mismatch: {
    title: 'The image is for another architecture',
    cause: "The image's architecture doesn't match the server's.",
    hint: "Build the image for the server's architecture, for example with --platform, or let Longshore build it.",
  },
  railpack_missing: {
    title: 'Railpack isn’t installed on this instance',
    cause:
      'The service uses the builder railpack, but the worker has no railpack program for the server’s architecture.',
    hint: 'Use the builder auto, or have the operator install Railpack: docs/guides/railpack.md.',
  },
  source_not_found: {
    title: 'Commit or branch not found',
    cause: "The repository doesn't have this branch or commit.",
    hint: "Check the environment's branch. A commit must be reachable from a branch.",
  },
  branch_not_found: {
    title: 'Branch not found',
    cause: "The repository doesn't have this branch, or has no default branch.",
    hint: "Check the environment's branch.",
  },
  file_content_missing: {
    title: 'The text of a file is missing',
    cause: "A service needs a file whose text isn't there.",
    hint: 'Set the variable that the detail names, or deploy from the repository.',
  },
  file_not_usable: {
    title: "A file of the repository can't be used",
    cause: "A service gets a file from the repository, which isn't there, isn't text, or is too large.",
    hint: 'Correct the file in the repository, or change the files of the service.',
    remedy: 'set_services',
  },
  dockerfile_not_found: {
    title: 'Dockerfile not found',
    cause: "This commit doesn't have the service's Dockerfile, or it isn't a regular file.",
    hint: "Check the service's source.dockerfile and source.context, or use the builder auto.",
  },
  nothing_to_build: {
    title: "Longshore can't tell how to build a service",
    cause: 'Nothing in the repository shows how to build and start this service.',
    hint: 'Add a Dockerfile, or set a build and start command for the service.',
  },
  service_not_known: {
    title: 'Image for an unknown service',
    cause: "The images include a service that this environment doesn't have.",
    hint: 'Use the names of the services in the environment.',
  },
  image_missing: {
    title: 'A service has no image in this version',
    cause: 'The promoted version has no image for a service in this environment.',
    hint: 'Give both environments the same services, or deploy here from the repository.',
  },
  release_not_kept: {
    title: 'The version is no longer available',
    cause: 'Images of this version were removed from the server.',
    hint: 'Deploy its commit again to rebuild it.',
  },
} as const satisfies Record<string, FailureTexts>
