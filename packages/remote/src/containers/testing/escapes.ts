/**
 * Container escapes, each as a change of the request body: keys and values that attackers have used to take over
 * servers, in the short and the long form where Docker has both.
 */
type Json = Record<string, unknown>

export interface Escape {
  readonly name: string
  readonly change: (body: Json) => Json
}

const host = (name: string, values: Json): Escape => ({
  name,
  change: (body) => ({ ...body, HostConfig: { ...objectOf(body.HostConfig), ...values } }),
})
const top = (name: string, values: Json): Escape => ({ name, change: (body) => ({ ...body, ...values }) })
const mount = (name: string, value: Json): Escape => host(`mount: ${name}`, { Mounts: [value] })
const volume = { Type: 'volume', Source: 'longshore-svc_1-data', Target: '/data' }
const endpoint = (name: string, value: Json): Escape => ({
  name: `endpoint: ${name}`,
  change: (body) => ({
    ...body,
    NetworkingConfig: {
      EndpointsConfig: { 'longshore-env_1': { IPAMConfig: { IPv4Address: '10.0.0.2' }, Aliases: [], ...value } },
    },
  }),
})

export const escapes: readonly Escape[] = [
  host('privileged', { Privileged: true }),
  host('privileged as text', { Privileged: 'true' }),
  host('privileged, also when false', { Privileged: false }),
  ...['SYS_ADMIN', 'ALL', 'NET_ADMIN', 'SYS_PTRACE', 'SYS_MODULE', 'DAC_READ_SEARCH', 'NET_RAW', 'CAP_SYS_ADMIN'].map(
    (name) => host(`cap-add ${name}`, { CapAdd: [name] }),
  ),
  host('cap-add beside the allowed ones', {
    CapAdd: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID', 'SYS_ADMIN'],
  }),
  host('nothing dropped', { CapDrop: [] }),
  host('only one dropped', { CapDrop: ['MKNOD'] }),
  host('host network', { NetworkMode: 'host' }),
  host('network of another container', { NetworkMode: 'container:longshore-proxy' }),
  host('default network', { NetworkMode: 'bridge' }),
  host('network of another environment', { NetworkMode: 'longshore-env_2' }),
  host('host pids', { PidMode: 'host' }),
  host('pids of another container', { PidMode: 'container:longshore-proxy' }),
  host('host ipc', { IpcMode: 'host' }),
  host('shareable ipc', { IpcMode: 'shareable' }),
  host('host uts', { UTSMode: 'host' }),
  host('host users', { UsernsMode: 'host' }),
  host('host cgroups', { CgroupnsMode: 'host' }),
  host('cgroup parent', { CgroupParent: '/' }),
  host('cgroup of another', { Cgroup: 'container:x' }),
  host('bind, short form', { Binds: ['/:/host'] }),
  host('bind, read-only', { Binds: ['/etc:/etc:ro'] }),
  host('bind of the Docker socket', { Binds: ['/var/run/docker.sock:/var/run/docker.sock'] }),
  host('bind, empty list', { Binds: [] }),
  mount('bind of the root', { Type: 'bind', Source: '/', Target: '/host' }),
  mount('bind of the Docker socket', { Type: 'bind', Source: '/var/run/docker.sock', Target: '/s' }),
  mount('volume that is a path', { ...volume, Source: '/etc' }),
  mount('volume that climbs', { ...volume, Source: 'longshore-../../etc' }),
  mount('volume of another owner', { ...volume, Source: 'portainer_data' }),
  mount('volume driver options', {
    ...volume,
    VolumeOptions: { DriverConfig: { Name: 'local', Options: { type: 'none', o: 'bind', device: '/' } } },
  }),
  mount('volume sub-path', { ...volume, VolumeOptions: { Subpath: '../../..' } }),
  mount('bind options', { ...volume, BindOptions: { Propagation: 'rshared' } }),
  mount('tmpfs', { Type: 'tmpfs', Target: '/x' }),
  mount('named pipe', { Type: 'npipe', Source: 'x', Target: '/x' }),
  mount('cluster volume', { Type: 'cluster', Source: 'x', Target: '/x' }),
  mount('image', { Type: 'image', Source: 'x', Target: '/x' }),
  mount('over /proc', { ...volume, Target: '/proc' }),
  mount('over /proc/sys', { ...volume, Target: '/proc/sys/kernel' }),
  mount('over /sys/fs/cgroup', { ...volume, Target: '/sys/fs/cgroup' }),
  mount('over /dev', { ...volume, Target: '/dev' }),
  mount('target that climbs', { ...volume, Target: '/data/../proc' }),
  mount('target with an option', { ...volume, Target: '/data:rw,z' }),
  mount('target by another spelling', { ...volume, Target: '//proc' }),
  host('volumes of another container', { VolumesFrom: ['longshore-proxy'] }),
  host('device', { Devices: [{ PathOnHost: '/dev/sda', PathInContainer: '/dev/sda', CgroupPermissions: 'rwm' }] }),
  host('device rule', { DeviceCgroupRules: ['a *:* rwm'] }),
  host('device request', { DeviceRequests: [{ Driver: 'nvidia', Count: -1 }] }),
  host('no seccomp', { SecurityOpt: ['no-new-privileges', 'seccomp=unconfined'] }),
  host('no apparmor', { SecurityOpt: ['apparmor=unconfined'] }),
  host('no labels', { SecurityOpt: ['no-new-privileges', 'label=disable'] }),
  host('new privileges', { SecurityOpt: [] }),
  host('no masked paths', { MaskedPaths: [] }),
  host('no read-only paths', { ReadonlyPaths: [] }),
  ...[
    ['kernel.core_pattern', '|/x'],
    ['kernel.modprobe', '/x'],
    ['kernel.domainname', 'x'],
    ['kernel.shm_rmid_forced', '1'],
    ['net.ipv4.ip_forward', '1'],
    ['net.ipv4.conf.all.route_localnet', '1'],
    ['vm.max_map_count', '262144'],
    ['net/core/somaxconn', '1'],
    ['net.core.somaxconn', '1\n2'],
    ['net.core.somaxconn', 'x'],
    ['net.core.somaxconn', 1],
  ].map(([name, value]) => host(`sysctl ${name}=${JSON.stringify(value)}`, { Sysctls: { [String(name)]: value } })),
  ...['/proc', '/proc/sys', '/dev', '/dev/shm', '/sys', '/etc/hosts', '/x/../proc', '/x:ro', 'x', '/'].map((path) =>
    host(`memory folder at ${path}`, { Tmpfs: { [path]: '' } }),
  ),
  ...['exec', 'dev', 'suid', 'size=1,exec', 'remount', 'bind', 'mode=99', 'size=50%', 'size=-1', 'uid=root'].map(
    (option) => host(`memory folder with ${option}`, { Tmpfs: { '/run': option } }),
  ),
  host('memory folder with an option twice', { Tmpfs: { '/run': 'size=1,size=2' } }),
  host('memory folder over a volume', { Tmpfs: { '/data': '' } }),
  ...[-1, 0, 1, 2 ** 53, 5 * 1024 ** 4, 'x'].map((ShmSize) => host(`shared memory of ${ShmSize}`, { ShmSize })),
  host('a writable root, also when it is the default', { ReadonlyRootfs: false }),
  host('init as text', { Init: 'true' }),
  host('another runtime', { Runtime: 'runc-of-mine' }),
  host('oom killer off', { OomKillDisable: true }),
  host('oom score', { OomScoreAdj: -1_000 }),
  host('no pid limit', { PidsLimit: -1 }),
  host('endless swap', { Memory: 67_108_864, MemorySwap: -1 }),
  host('published port', { PortBindings: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '2222' }] } }),
  host('all ports published', { PublishAllPorts: true }),
  ...[
    'registry.example.com:169.254.169.254', 'a:127.0.0.1', 'a:0.0.0.0', 'a:::1', 'a:::ffff:127.0.0.1', 'a:fe80::1',
    'a:host-gateway', 'a:10.210.0.2', 'localhost:10.1.2.3', 'a b:10.1.2.3', 'a:10.1.2.3\n127.0.0.1 b', 'a', '',
  ].map((entry) => host(`extra host ${JSON.stringify(entry)}`, { ExtraHosts: [entry] })), // biome-ignore format: one list
  host('extra hosts, empty list', { ExtraHosts: [] }),
  host('own resolver', { Dns: ['203.0.113.1'] }),
  host('group of the Docker socket', { GroupAdd: ['docker'] }),
  host('links', { Links: ['longshore-proxy:x'] }),
  host('log driver to a stranger', {
    LogConfig: { Type: 'syslog', Config: { 'syslog-address': 'tcp://203.0.113.1:1' } },
  }),
  host('log file elsewhere', {
    LogConfig: { Type: 'local', Config: { 'max-size': '10m', 'max-file': '3', tag: 'x' } },
  }),
  host('container id file', { ContainerIDFile: '/etc/cron.d/x' }),
  host('auto remove', { AutoRemove: true }),
  ...[
    ['nofile', -1, -1],
    ['nofile', 1_024, 1_048_577],
    ['nofile', -1, 1_024],
    ['nofile', 2_048, 1_024],
    ['nproc', -1, -1],
    ['memlock', -2, -2],
    ['nice', 0, 0],
    ['rtprio', 99, 99],
    ['NOFILE', 1_024, 1_024],
  ].map(([Name, Soft, Hard]) => host(`ulimit ${Name} ${Soft}:${Hard}`, { Ulimits: [{ Name, Soft, Hard }] })),
  host('the same ulimit twice', { Ulimits: [1, 2].map((Soft) => ({ Name: 'nofile', Soft, Hard: 2 })) }),
  host('ulimit with another key', { Ulimits: [{ Name: 'nofile', Soft: 1, Hard: 1, Limit: -1 }] }),
  host('real-time cpu', { CpuRealtimeRuntime: 950_000 }),
  host('block device weight', { BlkioDeviceWriteBps: [{ Path: '/dev/sda', Rate: 1 }] }),
  host('storage option', { StorageOpt: { size: '1T' } }),
  host('annotation for the runtime', { Annotations: { 'run.oci.keep_original_groups': '1' } }),
  top('another image by name', { Image: 'evil:latest' }),
  top('an entrypoint that ends early', { Entrypoint: ['a\0b'] }),
  top('an entrypoint without a program', { Entrypoint: [] }),
  top('an entrypoint as text', { Entrypoint: '/bin/evil' }),
  ...['0:0\nroot', 'a b', '-1', '0:0:0', 'a/b', '$USER', '', '4294967296'].map((User) =>
    top(`user ${JSON.stringify(User)}`, { User }),
  ),
  ...['/proc/self/fd/8', '/proc/1/root', '/dev', '/sys/fs/cgroup', '/srv/../proc', '//proc', 'srv', '.', ''].map(
    (WorkingDir) => top(`working directory ${JSON.stringify(WorkingDir)}`, { WorkingDir }),
  ),
  ...['SIGTERM; reboot', 'sigint', 'KILL\n', '0', '-9', '999', ''].map((StopSignal) =>
    top(`stop signal ${JSON.stringify(StopSignal)}`, { StopSignal }),
  ),
  top('anonymous volumes', { Volumes: { '/etc': {} } }),
  top('on-build', { OnBuild: ['RUN x'] }),
  top('host name', { Hostname: 'longshore-proxy' }),
  top('health check of its own', { Healthcheck: { Test: ['CMD', 'x'] } }),
  top('labels of another installation', { Labels: { 'com.docker.compose.project': 'x' } }),
  top('a word that ends early', { Cmd: ['a\0b'] }),
  top('a variable without a name', { Env: ['=x'] }),
  top('a variable that ends early', { Env: ['A=b\0LD_PRELOAD=/x'] }),
  top('a second network', {
    NetworkingConfig: { EndpointsConfig: { 'longshore-env_1': {}, host: {} } },
  }),
  endpoint('driver options', { DriverOpts: { x: 'y' } }),
  endpoint('hardware address', { MacAddress: '02:42:ac:11:00:02' }),
  endpoint('links', { Links: ['x:y'] }),
  ...['a b', '-a', 'a-', '.a', 'a\nb', '', 'ä'].map((alias) =>
    endpoint(`an invalid alias: ${JSON.stringify(alias)}`, { Aliases: [alias] }),
  ),
]

/** Changes of a confined container, which has none of an app's options. */
export const confinedEscapes: readonly Escape[] = [
  top('root', { User: '0:0' }),
  top('a named user', { User: 'postgres' }),
  top('another group', { User: '300000:300001' }),
  top('the user of the image', { User: undefined }),
  top('another program', { Entrypoint: ['/bin/evil'] }),
  top('a working directory', { WorkingDir: '/srv' }),
  top('a stop signal', { StopSignal: 'SIGINT' }),
  host('a writable root', { ReadonlyRootfs: undefined }),
  host('shared memory', { IpcMode: undefined }),
  host('a size of shared memory', { ShmSize: 67_108_864 }),
  host('a writable memory folder', { Tmpfs: { '/tmp': '' } }),
  host('a writable folder of the database', { Tmpfs: { '/var/lib/postgresql': 'size=4096' } }),
  host('many processes', { Ulimits: undefined }),
  host('a limit of two processes', { Ulimits: [{ Name: 'nproc', Soft: 2, Hard: 2 }] }),
  host('another limit', { Ulimits: [{ Name: 'nofile', Soft: 1, Hard: 1 }] }),
  host('sysctls', { Sysctls: { 'net.core.somaxconn': '1024' } }),
  host('tini', { Init: true }),
]

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
