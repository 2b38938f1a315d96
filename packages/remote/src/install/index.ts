export { enableDocker, InstallError, type InstallOptions, installPackage, prepareInstall } from './install-docker.ts'
