/** Front door of installing Docker. */
export { enableDocker, InstallError, type InstallOptions, installPackage, prepareInstall } from './install-docker.ts'
