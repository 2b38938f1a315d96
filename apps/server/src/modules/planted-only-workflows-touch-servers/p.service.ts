import '@longshore/remote/ssh'
