/**
 * Builds and runs images with buildah and podman, without a registry or Docker. Images and containers have a separate
 * storage and configuration in the user's cache folder. debootstrap creates the base image, a minimal Debian, once.
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

export const BASE_IMAGE = 'localhost/charter-base:bookworm';
export const IMAGE = 'localhost/charter:test';

/** Debian's default runtime, crun, and its default limits need privileges that a virtual machine may lack. */
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

/** @throws Error that says how to install the missing programs */
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
  // The tests run the health check themselves. podman's own timer needs systemd, which the machine may lack.
  DISABLE_HC_SYSTEMD: 'true',
};

/**
 * Runs a program on the storage of the tests.
 * @throws Error with the program's output when its exit code is not 0
 */
async function runTool(program: string, ...args: string[]): Promise<Output> {
  return run(program, args, { cwd: ROOT, env: environment, maxBuffer: OUTPUT_BYTES });
}

export const podman = (...args: string[]): Promise<Output> => runTool('podman', ...args);

/** Creates the base image: a minimal Debian, which includes the C++ library that Node needs. */
async function makeBase(): Promise<void> {
  const folder = await mkdtemp(join(CACHE, 'debian-'));
  try {
    await runTool('debootstrap', '--variant=minbase', 'bookworm', folder);
    await rm(join(folder, 'var/cache/apt'), { recursive: true });
    await runTool('/bin/sh', '-c', 'tar -C "$0" -c . | podman import - "$1"', folder, BASE_IMAGE);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds this machine's npm and its settings, so that the build uses the same registry. */
async function addNpm(container: string): Promise<void> {
  const add = (from: string, to: string) => runTool('buildah', 'add', '--quiet', container, from, to);
  const { stdout } = await runTool('npm', 'root', '--global');
  await add(realpathSync(join(stdout.trim(), 'npm')), '/usr/local/lib/node_modules/npm');
  const { stdout: settings } = await runTool('npm', 'config', 'get', 'globalconfig');
  for (const [from, to] of [
    [settings.trim(), '/usr/local/etc/npmrc'],
    ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt'],
  ] as const) {
    if (existsSync(from)) await add(from, to);
  }
  await runTool(
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

/** Creates the build image: the base with this machine's Node and npm. */
async function makeBuildImage(name: string): Promise<void> {
  const { stdout } = await runTool('buildah', 'from', BASE_IMAGE);
  const container = stdout.trim();
  try {
    await runTool('buildah', 'add', '--quiet', container, process.execPath, '/usr/local/bin/node');
    await addNpm(container);
    await runTool('buildah', 'commit', '--quiet', container, name);
  } finally {
    await runTool('buildah', 'rm', container);
  }
}

const exists = (image: string): Promise<boolean> =>
  podman('image', 'exists', image).then(
    () => true,
    () => false,
  );

/**
 * Builds an image as docs/deploy.md says, by default that of this checkout.
 * @param folder a checkout, or the unpacked archive of a release
 * @throws Error with the build's output when it fails
 */
export async function buildImage(image = IMAGE, folder = ROOT): Promise<void> {
  assertInstalled();
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(environment.CONTAINERS_CONF, CONTAINERS_CONF);
  writeFileSync(environment.CONTAINERS_STORAGE_CONF, STORAGE_CONF);
  if (!(await exists(BASE_IMAGE))) await makeBase();
  const build = `localhost/charter-build:${process.version}`;
  if (!(await exists(build))) await makeBuildImage(build);
  const npmrc = join(homedir(), '.npmrc');
  await runTool(
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
    `BASE=${BASE_IMAGE}`,
    '--build-arg',
    `COMMIT=${folder === ROOT ? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim() : ''}`,
    '--tag',
    image,
    folder,
  );
}

/** Returns the paths of the packages that only development needs. */
export function developmentPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([, { dev, devOptional }]) => dev || devOptional)
    .map(([path]) => path);
}
