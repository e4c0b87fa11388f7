import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from './root.mjs';

/**
 * Runs the npm that started this process, else the one on PATH, and collects its output. npm must not run on
 * the Node in node_modules, because it may replace that Node.
 */
export function runNpm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const known = script && /npm-cli\.[cm]?js$/.test(script) && existsSync(script);
  const [file, fileArgs] = known
    ? [node && existsSync(node) ? node : process.execPath, [script]]
    : ['npm', []];
  return new Promise((resolve) => {
    const windows = process.platform === 'win32';
    const child = spawn(file, [...fileArgs, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows && !known,
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    child.once('error', (error) => chunks.push(Buffer.from(error.message)));
    child.once('close', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      resolve({ code: signal ? 1 : (code ?? 1), output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}
