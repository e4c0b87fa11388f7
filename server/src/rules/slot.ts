import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RuleLimits } from './limits.ts';
import type { Artifacts } from './protocol.ts';
import { Sandbox } from './sandbox.ts';

/** Reads QuickJS and EJS from node_modules, and realm.js. Takes about 10 ms, off the main thread. */
export const loadArtifacts = async (): Promise<Artifacts> => {
  const require = createRequire(import.meta.url);
  // The release-sync build is a dependency of quickjs-emscripten, so resolve it from there.
  const fromQuickjs = createRequire(require.resolve('quickjs-emscripten'));
  const wasm = fromQuickjs.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  // The package exports its minified build to browsers only, so read it from the root, above lib/cjs/ejs.js.
  const ejsRoot = dirname(dirname(dirname(require.resolve('ejs'))));
  const [bytes, realm, ejs] = await Promise.all([
    readFile(wasm),
    readFile(new URL('./realm.js', import.meta.url), 'utf8'),
    readFile(join(ejsRoot, 'ejs.min.js'), 'utf8'),
  ]);
  return { quickjs: await WebAssembly.compile(bytes), realm, ejs };
};

/** Starts, replaces and ends one sandbox on demand. */
export class SandboxSlot {
  readonly #limits: RuleLimits;
  #artifacts: Promise<Artifacts> | undefined;
  #current: Promise<Sandbox> | undefined;
  #standby: Promise<Sandbox> | undefined;
  readonly #leaving = new Set<Promise<void>>();
  #rests = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: RuleLimits) {
    this.#limits = limits;
  }

  /** Returns the current sandbox. Starts one when needed. @throws Error when it can't start */
  async sandbox(): Promise<Sandbox> {
    this.#current ??= this.#start();
    try {
      const sandbox = await this.#current;
      if (sandbox.alive) return sandbox;
      this.#current = this.#start();
      return await this.#current;
    } catch (error) {
      await this.rest();
      throw error;
    }
  }

  /** Starts the next sandbox, for a likely replacement. */
  prepare(): void {
    this.#standby ??= this.#start();
  }

  /** Ends the current sandbox and switches to the next one. */
  replace(): void {
    this.#dismiss(this.#current);
    this.#current = this.#standby ?? this.#start();
    // Hostile rules tend to come in groups, so a standby sandbox stays ready.
    const era = this.#rests;
    this.#standby = this.#current.then(() => {
      if (era === this.#rests) return this.#start();
      throw new Error('The sandboxes have ended');
    });
    this.#standby.catch(() => undefined);
  }

  /** Ends the sandboxes after idleMilliseconds, unless keep() is called before. */
  restWhenIdle(): void {
    this.#idle = setTimeout(() => void this.rest(), this.#limits.idleMilliseconds);
    this.#idle.unref();
  }

  /** Keeps the sandboxes until restWhenIdle(). */
  keep(): void {
    clearTimeout(this.#idle);
  }

  /** Ends all sandboxes and frees their artifacts. */
  async rest(): Promise<void> {
    clearTimeout(this.#idle);
    this.#rests += 1;
    this.#dismiss(this.#current);
    this.#dismiss(this.#standby);
    this.#artifacts = undefined;
    this.#current = undefined;
    this.#standby = undefined;
    await Promise.all(this.#leaving);
  }

  #start(): Promise<Sandbox> {
    this.#artifacts ??= loadArtifacts();
    const starting = this.#artifacts.then((loaded) => Sandbox.start(loaded, this.#limits));
    // Callers that await the promise get the failure. Without callers, it must not become an unhandled rejection.
    starting.catch(() => undefined);
    return starting;
  }

  #dismiss(sandbox: Promise<Sandbox> | undefined): void {
    const gone = (async () => {
      const started = await sandbox?.catch(() => undefined);
      await started?.end();
    })();
    this.#leaving.add(gone);
    void gone.finally(() => this.#leaving.delete(gone));
  }
}
