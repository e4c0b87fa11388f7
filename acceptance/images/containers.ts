/**
 * Builds and runs images by buildah and podman, without a registry and without Docker. Images and containers have a
 * storage and a configuration of their own in the cache of this user. The base image is a minimal Debian that
 * debootstrap makes once.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'charter', 'images');
const PROGRAMS = ['podman', 'buildah', 'runc', 'debootstrap'];
const OUTPUT_BYTES = 64 * 1024 ** 2;

export const BASE = 'localhost/charter-base:bookworm';
export const IMAGE = 'localhost/charter:test';

/** The default runtime of Debian, crun, and its default limits need rights that a virtual machine may not give. */
const CONTAINERS_CONF = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

const STORAGE_CONF = `[storage]
driver = "overlay"
graphroot = "${join(CACHE, 'storage')}"
runroot = "${join(CACHE, 'run')}"
`;

export interface Output {
  stdout: string;
  stderr: string;
}

const run = promisify(execFile);

/** @throws Error that says how to install what is missing */
function assertInstalled(): void {
  if (process.getuid?.() !== 0) throw new Error('debootstrap makes the base image, and needs root.');
  for (const program of PROGRAMS) {
    try {
      execFileSync('/bin/sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
    } catch (error) {
      throw new Error(
        `${program} is not installed: apt-get install --no-install-recommends ${PROGRAMS.join(' ')} catatonit`,
        { cause: error },
      );
    }
  }
}

const environment = {
  ...process.env,
  CONTAINERS_CONF: join(CACHE, 'containers.conf'),
  CONTAINERS_STORAGE_CONF: join(CACHE, 'storage.conf'),
  // The tests run the health check themselves, and this machine may have no systemd for its timer.
  DISABLE_HC_SYSTEMD: 'true',
};

/**
 * Runs a program on the storage of the tests.
 * @throws Error with the program's output when its exit code is not 0
 */
export async function tool(program: string, ...args: string[]): Promise<Output> {
  return run(program, args, { cwd: ROOT, env: environment, maxBuffer: OUTPUT_BYTES });
}

export const podman = (...args: string[]): Promise<Output> => tool('podman', ...args);

/** Makes the base image: the minimal Debian, whose packages include the C++ library that Node needs. */
async function makeBase(): Promise<void> {
  const folder = await mkdtemp(join(CACHE, 'debian-'));
  try {
    await tool('debootstrap', '--variant=minbase', 'bookworm', folder);
    await rm(join(folder, 'var/cache/apt'), { recursive: true });
    await tool('/bin/sh', '-c', 'tar -C "$0" -c . | podman import - "$1"', folder, BASE);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** npm of this machine with its settings, so that the build reaches the registry as this machine does. */
async function addNpm(container: string): Promise<void> {
  const add = (from: string, to: string) => tool('buildah', 'add', '--quiet', container, from, to);
  const { stdout } = await tool('npm', 'root', '--global');
  await add(realpathSync(join(stdout.trim(), 'npm')), '/usr/local/lib/node_modules/npm');
  const { stdout: settings } = await tool('npm', 'config', 'get', 'globalconfig');
  for (const [from, to] of [
    [settings.trim(), '/usr/local/etc/npmrc'],
    ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt'],
  ] as const) {
    if (existsSync(from)) await add(from, to);
  }
  await tool(
    'buildah',
    'run',
    container,
    '--',
    'ln',
    '--symbolic',
    '../lib/node_modules/npm/bin/npm-cli.js',
    '/usr/local/bin/npm',
  );
}

/** Makes the image that builds: the base with this Node and npm. */
async function makeBuildImage(name: string): Promise<void> {
  const { stdout } = await tool('buildah', 'from', BASE);
  const container = stdout.trim();
  try {
    await tool('buildah', 'add', '--quiet', container, process.execPath, '/usr/local/bin/node');
    await addNpm(container);
    await tool('buildah', 'commit', '--quiet', container, name);
  } finally {
    await tool('buildah', 'rm', container);
  }
}

const exists = (image: string): Promise<boolean> =>
  podman('image', 'exists', image).then(
    () => true,
    () => false,
  );

/**
 * Builds the image of this checkout, as docs/deploy.md says.
 * @throws Error with the build's output when it fails
 */
export async function buildImage(): Promise<void> {
  assertInstalled();
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(environment.CONTAINERS_CONF, CONTAINERS_CONF);
  writeFileSync(environment.CONTAINERS_STORAGE_CONF, STORAGE_CONF);
  if (!(await exists(BASE))) await makeBase();
  const build = `localhost/charter-build:${process.version}`;
  if (!(await exists(build))) await makeBuildImage(build);
  const npmrc = join(homedir(), '.npmrc');
  await tool(
    'buildah',
    'build',
    '--format',
    'docker',
    '--layers',
    '--network',
    'host',
    ...(existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : []),
    '--build-arg',
    `BUILD=${build}`,
    '--build-arg',
    `BASE=${BASE}`,
    '--build-arg',
    `COMMIT=${execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()}`,
    '--tag',
    IMAGE,
    '.',
  );
}

/** Names of the packages that only development needs. */
export function developmentPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([, { dev, devOptional }]) => dev || devOptional)
    .map(([path]) => path);
}
